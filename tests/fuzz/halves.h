/* One input as two texts; str.h comes before it. */

/* What stands before the first line `%%`, and in *text what stands behind it:
   nothing where there is no such line. */
static inline struct str
take_half(struct str *text)
{
	struct str whole = *text;
	size_t n = str_find(whole, STR("\n%%\n"));

	*text = str_skip(whole, n + 4);
	return n < whole.n ? str_slice(whole, 0, n + 1) : whole;
}
