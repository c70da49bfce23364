/*
 * What NVML's clock event reasons rule out, bit by bit. The runner drops what
 * it measured under them, the compiler judges records anew; both are tested
 * against this table, so that they say the same.
 */
static const struct throttle_row {
	unsigned long long reason;
	const char *word; /* NULL: a device may be so and be fast */
} throttle_rows[] = {
	{ 0x1, (const char *)0 },    /* idle */
	{ 0x2, (const char *)0 },    /* clocks set for applications */
	{ 0x4, "power-cap" },
	{ 0x8, "hw-slowdown" },
	{ 0x10, "sync-boost" },
	{ 0x20, "sw-thermal" },
	{ 0x40, "hw-thermal" },
	{ 0x80, "hw-power-brake" },
	{ 0x100, (const char *)0 },  /* clocks set for a display */
	{ 0x200, "throttle" },       /* not known yet */
	{ 0x4000000000, "throttle" },
	/* of several the one that is worst */
	{ 0x103, (const char *)0 },
	{ 0x1ff, "hw-slowdown" },
	{ 0x1f7, "hw-thermal" },
	{ 0x1b7, "hw-power-brake" },
	{ 0x137, "sw-thermal" },
	{ 0x117, "power-cap" },
	{ 0x113, "sync-boost" },
	{ 0x301, "throttle" },
};
