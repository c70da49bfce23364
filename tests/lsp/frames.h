/*
 * What tests of the frames of `kbc lsp` share; arena.h and what lsp_parts.h
 * wants come before it.
 */

/* The bodies of a stream that comes in pieces of `step` bytes, a blank behind
   each; `fault` stands for what is none. */
static inline void
frames_take(struct buf *out, struct str stream, size_t step, struct str fault)
{
	struct frames f = { 0 };

	for (size_t at = 0; at < stream.n; at += step) {
		enum frame what;
		struct str text;

		buf_add(&f.in, str_slice(stream, at, step));
		while ((what = frame_next(&f, &text)) != FRAME_NONE) {
			buf_add(out, what == FRAME_TEXT ? text : fault);
			if (what == FRAME_TEXT || fault.n > 0)
				buf_add_byte(out, ' ');
		}
	}
	buf_free(&f.in);
}
