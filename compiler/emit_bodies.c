/*
 * Names as a source that has code of each, by which the least architecture of
 * a name is found: what its code asks of the assembler.
 *
 * A header declares most names for every architecture, and only the bodies
 * say more: `__hfma2_relu` is there on all, and its `fma.rn.relu.f16x2` only
 * since sm_80. So each name that is one function is called by a function of
 * its own, whose address is taken, else it would not be made.
 *
 * Of a name that both half-precision headers have, the one whose first
 * argument is of cuda_fp16.h is meant: it came first, and pages that mean the
 * other give a signature. What is no function, and what has more signatures,
 * brings a number in place of an address: 0 and 1.
 *
 * All of a name stands on one line of the file `names`, as in `emit_names`:
 * a name that does not compile is known by it and left out of the next try.
 */
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "plan.h"

static const char *const front[] = {
	"struct __half;",
	"struct __half2;",
	"template <int n> struct kbc_rank : kbc_rank<n - 1> {};",
	"template <> struct kbc_rank<0> {};",
	"template <class U, class R, class... A> constexpr",
	"__host__ __device__ auto kbc_any(R (*f)(A...)) { return f; }",
	"template <class U, class T, class R, class... A> constexpr",
	"__host__ __device__ auto kbc_first(R (*f)(T, A...)) { return f; }",
	"template <class U, class T> constexpr",
	"__host__ __device__ int kbc_other(const T &) { return 0; }",
	"#define KBC_PICK(n, rank, take, ...) template <class U> constexpr \\",
	"__host__ __device__ auto kbc_pick_##n(kbc_rank<rank>) \\",
	"-> decltype(take(__VA_ARGS__)) { return take(__VA_ARGS__); }",
	"#define KBC_BODY(n, ...) \\",
	"KBC_PICK(n, 4, kbc_any<U>, __VA_ARGS__) \\",
	"KBC_PICK(n, 3, (kbc_first<U, __half2>), __VA_ARGS__) \\",
	"KBC_PICK(n, 2, (kbc_first<U, __half>), __VA_ARGS__) \\",
	"KBC_PICK(n, 1, kbc_other<U>, __VA_ARGS__) \\",
	"template <class U> constexpr __host__ __device__ \\",
	"int kbc_pick_##n(kbc_rank<0>) { return 1; } \\",
	"template <auto f> struct kbc_call_##n { \\",
	"static constexpr unsigned long long go = f; }; \\",
	"template <class R, class... A, R (*f)(A...)> \\",
	"struct kbc_call_##n<f> { static __device__ R go(A... a) \\",
	"{ return f(static_cast<A>(a)...); } }; \\",
	"extern \"C\" __device__ __attribute__((used)) void *kbc_keep_##n() \\",
	"{ return (void *)kbc_call_##n<kbc_pick_##n<void>( \\",
	"kbc_rank<4>())>::go; }",
};

static bool
is_asked(const struct target *t, size_t i)
{
	return emit_is_name(t->names[i]) && !emit_is_word(t->names[i]);
}

bool
emit_bodies(struct buf *out, const struct target *t)
{
	struct emitter e;
	bool some = false;

	if (t->kind != TARGET_NAMES || t->ptx_names)
		return false;
	for (size_t i = 0; i < t->nnames; i++)
		some = some || is_asked(t, i);
	if (!some)
		return false;
	emit_begin(&e, out, t);
	emit_title(&e, "//");
	emit_names_headers(&e);
	for (size_t i = 0; i < COUNT_OF(front); i++)
		emit_own(&e, "%s", front[i]);
	for (size_t i = 0; i < t->nnames; i++)
		if (is_asked(t, i))
			buf_printf(out, "#line %zu \"names\"\nKBC_BODY(%zu, "
				   STR_FMT ")\n", i + EMIT_NAMES_LINE, i,
				   STR_ARG(t->names[i]));
	return true;
}
