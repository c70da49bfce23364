/* Facts that need nothing: formats, documented devices, occupancy. */
#include "check.h"
#include "arena.h"
#include "diag.h"
#include "fact.h"
#include "quantity.h"
#include "value.h"

static const struct format_row {
	const char *format, *entry;
	double want;
} format_rows[] = {
	{ "fp16", "max", 65504 },
	{ "fp16", "min_normal", 6.103515625e-05 },
	{ "fp16", "min_subnormal", 5.9604644775390625e-08 },
	{ "fp16", "ulp", 0.0009765625 },
	{ "fp16", "roundoff", 0.00048828125 },
	{ "fp16", "bits", 16 },
	{ "bf16", "max", 3.3895313892515355e38 },
	{ "bf16", "min_normal", 1.1754943508222875e-38 },
	{ "bf16", "ulp", 0.0078125 },
	{ "bf16", "exponent_bits", 8 },
	{ "bf16", "mantissa_bits", 7 },
	{ "fp32", "max", 3.4028234663852886e38 },
	{ "fp32", "ulp", 1.1920928955078125e-07 },
	{ "fp64", "max", 1.7976931348623157e308 },
	{ "fp64", "min_subnormal", 4.9406564584124654e-324 },
	{ "tf32", "bits", 19 },
	{ "e4m3", "max", 448 },
	{ "e4m3", "min_normal", 0.015625 },
	{ "e4m3", "min_subnormal", 0.001953125 },
	{ "e5m2", "max", 57344 },
	{ "e5m2", "min_subnormal", 1.52587890625e-05 },
	{ "e2m1", "max", 6 },
	{ "e2m1", "min_subnormal", 0.5 },
	{ "e2m1", "bits", 4 },
};

static void
check_formats(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(format_rows); i++) {
		const struct format_row *r = &format_rows[i];
		struct value v = format_entry(a, str_of(r->format),
					      str_of(r->entry));

		CHECK_ROW(arena_printf(a, "%s.%s", r->format, r->entry));
		CHECK_NUM(v.kind, VALUE_NUMBER);
		CHECK_NUM(v.number, r->want);
	}
	CHECK_NUM(format_entry(a, STR("fp15"), STR("max")).lack, LACK_ERROR);
	CHECK_NUM(format_entry(a, STR("fp16"), STR("maximum")).lack,
		  LACK_ERROR);
}

static const struct device_row {
	const char *device, *entry;
	double want;
} device_rows[] = {
	{ "H200", "sm_count", 132 },
	{ "nvidia h200", "per_clock.fp16x2", 256 },
	{ "H200", "peak.fp32", 66908160000000.0 },
	{ "H200", "peak.fp16x2", 133816320000000.0 },
	{ "H200", "dram_bytes_per_s", 4814304000000.0 },
	{ "H100", "peak.mma_bf16", 1070530560000000.0 },
	{ "B200", "tmem_bytes", 262144 },
	{ "A100", "per_clock.bf16x2", 128 },
};

static void
check_devices(struct arena *a, const struct devices *all)
{
	for (size_t i = 0; i < COUNT_OF(device_rows); i++) {
		const struct device_row *r = &device_rows[i];
		const struct device_file *f = devices_find(all,
							   str_of(r->device));

		CHECK_ROW(arena_printf(a, "%s %s", r->device, r->entry));
		CHECK(f != NULL);
		if (f)
			CHECK_NUM(device_entry(a, f, str_of(r->entry)).number,
				  r->want);
	}
	CHECK(devices_find(all, STR("H900")) == NULL);
	CHECK_NUM(device_entry(a, devices_find(all, STR("H200")),
			       STR("per_clock.fp12")).lack, LACK_ERROR);
}

/* Worked out with the toolkit's cuda_occupancy.h for cc 9.0. */
static const struct occupancy_row {
	uint32_t numbers[3]; /* threads, registers, shared bytes */
	uint32_t blocks;
	const char *limit;
} occupancy_rows[] = {
	{ { 128, 128, 0 }, 4, "registers" },
	{ { 128, 132, 0 }, 3, "registers" },
	{ { 256, 32, 0 }, 8, "warps" },
	{ { 256, 45, 0 }, 5, "registers" },
	{ { 1024, 64, 0 }, 1, "registers" },
	{ { 1024, 32, 0 }, 2, "warps" },
	{ { 32, 16, 0 }, 32, "blocks" },
	{ { 96, 255, 0 }, 2, "registers" },
	{ { 128, 32, 49152 }, 4, "shared" },
	{ { 128, 32, 232448 }, 1, "shared" },
	{ { 33, 40, 1000 }, 24, "registers" },
};

static void
check_occupancy(struct arena *a, const struct device_file *f)
{
	struct occupancy o;
	struct str why;

	for (size_t i = 0; i < COUNT_OF(occupancy_rows); i++) {
		const struct occupancy_row *r = &occupancy_rows[i];

		CHECK_ROW(arena_printf(a, "%u threads %u registers %u bytes",
				       r->numbers[0], r->numbers[1],
				       r->numbers[2]));
		CHECK(occupancy_find(&o, f, r->numbers, &why));
		CHECK_NUM(o.blocks, r->blocks);
		CHECK_STR(o.limit, r->limit);
	}
	CHECK_ROW("impossible");
	CHECK(!occupancy_find(&o, f, (uint32_t[3]){ 1025, 32, 0 }, &why));
	CHECK(!occupancy_find(&o, f, (uint32_t[3]){ 128, 256, 0 }, &why));
	CHECK(!occupancy_find(&o, f, (uint32_t[3]){ 128, 32, 232449 }, &why));
	CHECK(!occupancy_find(&o, f, (uint32_t[3]){ 0, 32, 0 }, &why));
}

static void
check_families(void)
{
	struct str name, examples, needs;
	size_t n = 0;

	CHECK_ROW("families");
	while (fact_row(n, &name, &examples, &needs)) {
		CHECK(name.n > 0 && examples.n > 0 && needs.n > 0);
		CHECK_STR(fact_need((enum fact_family)(n + 1)), needs);
		n++;
	}
	CHECK_NUM(n, FACT_COUNTER);
}

int
main(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct devices *all;

	check_formats(a);
	CHECK(devices_read(a, &all, STR("compiler/devices"), d));
	check_devices(a, all);
	check_occupancy(a, devices_find(all, STR("H200")));
	check_families();
	arena_free(a);
	CHECK_DONE();
}
