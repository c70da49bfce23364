/*
probe: atomic_throughput
summary: Rate of atomic operations of the whole device, each thread making one after the other.
parameters:
  op:         {values: [add, min, max, and_bits, inc, exch, cas], at: compile, sweep: false}
  type:       {values: [u32, u64, f32, f64, f16, f16x2, bf16, bf16x2], at: compile, sweep: false}
  contention: {values: [same, warp, spread], at: compile, sweep: false}
  space:      {values: [global, shared], at: compile, default: global}
  scope:      {values: [cta, gpu, sys], at: compile, default: gpu}
  result:     {values: [unused, used], at: compile, default: unused}
  threads:    {values: [32, 256], default: usual}
  blocks:     {values: [1], default: all}
let:
  size:  {u32: 4, u64: 8, f32: 4, f64: 8, f16: 2, f16x2: 4, bf16: 2, bf16x2: 4}
  usual: {same: 32, warp: 32, spread: 256}
  all:   {same: sm, warp: sm, spread: 8 * sm}
  body:  {f16: 2, bf16: 2, u32: 4, u64: 4, f32: 4, f64: 4, f16x2: 4, bf16x2: 4}
  cells:
    global: {same: 2, warp: 2, spread: threads * blocks}
    shared: {same: blocks, warp: blocks, spread: threads * blocks}
  apart: {same: 0, warp: 0, spread: 1}
  done:  body * threads * blocks
template: [op, type, contention, space, scope, result]
buffers:
  in:
    bytes: size * threads * blocks
    fill:
      u32:    grid u32 16 4080 16
      u64:    grid u64 16 4080 16
      f32:    grid f32 16 31 1
      f64:    grid f64 16 31 1
      f16:    grid f16 16 31 1
      f16x2:  grid f16 16 31 1
      bf16:   grid bf16 16 31 1
      bf16x2: grid bf16 16 31 1
  out:
    bytes: size * cells
    fill: {min: poison, and_bits: poison, add: zero, max: zero, inc: zero, exch: zero, cas: zero}
  seen:
    bytes: 8 * threads * blocks
    fill: poison
arguments:
- out
- in
- seen
- iterations
- {u32: apart}
- {f32: 1.0}
grid: blocks
block: threads
measure: events iterations 2
check: [out same in, seen written]
loop:
  instruction:
    exch: ATOM*
    cas:  ATOM*
    global:
      f16:    ATOM*.CAS*
      bf16:   ATOM*.CAS*
      used:   ATOM*
      unused: REDG*
    shared: ATOMS*
  count:
    f16:  1
    bf16: 1
    global: body
    shared: {exch: body, cas: body, u32: body, u64: 1, f32: 1, f64: 1, f16x2: 1, bf16x2: 1}
metrics:
  rate:      {value: done / time, best: max}
  per_clock: {value: done / time / device.clock_hz, best: max}
  time:      {value: 10^9 * time / done, unit: s, best: min}
ceiling: {metric: rate, value: none, reason: no rate of atomic operations is documented}
*/

/*
 * Each thread makes one operation after the other on its cell: the one that
 * all threads of the device (or of the block, in shared memory) share, or one
 * of its own. With `warp` the values of a warp are added up by shuffles (u32:
 * by one instruction) and one thread adds the sum, which counts as 32
 * operations. The cell's address is data, since a compiler that knew it to be
 * the same would add up the warp's values itself.
 *
 * In turn a number is added and taken off, or the like, so that a cell comes
 * back to what it held if no operation was lost, whatever their number; then
 * one thread brings a random number to each cell, which must be there in the
 * end. Sums on the way are small enough to be exact: half of the threads begin
 * by taking off.
 *
 * Scalar half precision has no instruction: a loop tries to exchange
 * (ATOM.CAS) until no other thread was quicker. So it is in shared memory for
 * all but u32, exch and cas (ATOMS.CAST.SPIN). With one cell for all a warp on
 * each multiprocessor is enough for every instruction, and more of them make
 * such loops slower still. Cells of their own want to be many: few lie on few
 * slices of the L2 cache.
 */
using address = unsigned long long;

/* The names of functions, which the parameters' values would mean. */
#define min minimum
#define max maximum

struct add {};
struct min {};
struct max {};
struct and_bits {};
struct inc {};
struct exch {};
struct cas {};
struct same {};
struct warp {};
struct spread {};
struct global {};
struct shared {};
struct cta {};
struct gpu {};
struct sys {};
struct used {};
struct unused {};

template <class a, class b> constexpr bool is = false;
template <class a> constexpr bool is<a, a> = true;

/* --- types --------------------------------------------------------------- */

#define TYPE(name, bits, letter, addition, convert)                    \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ __forceinline__ word                 \
		sum(word a, word b)                                    \
		{                                                      \
			asm(addition " %0, %0, %1;"                    \
			    : "+" letter(a) : letter(b));              \
			return a;                                      \
		}                                                      \
		static __device__ __forceinline__ word                 \
		from(float value)                                      \
		{                                                      \
			word w;                                        \
			asm(convert ";" : "=" letter(w) : "f"(value)); \
			return w;                                      \
		}                                                      \
	}

TYPE(u32, unsigned, "r", "add.u32", "cvt.rzi.s32.f32 %0, %1");
TYPE(u64, address, "l", "add.u64", "cvt.rzi.s64.f32 %0, %1");
TYPE(f32, float, "f", "add.f32", "mov.f32 %0, %1");
TYPE(f64, double, "d", "add.f64", "cvt.f64.f32 %0, %1");
TYPE(f16, unsigned short, "h", "add.f16", "cvt.rn.f16.f32 %0, %1");
TYPE(bf16, unsigned short, "h", "add.bf16", "cvt.rn.bf16.f32 %0, %1");
TYPE(f16x2, unsigned, "r", "add.f16x2", "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned, "r", "add.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

/* The sum of the warp's values, in every thread. */
template <class type>
static __device__ __forceinline__ typename type::word
sum_of_warp(typename type::word v)
{
	for (int lanes = 16; lanes > 0; lanes /= 2) {
		typename type::word other;

		if constexpr (sizeof(v) == 2)
			other = (unsigned short)__shfl_xor_sync(~0u,
			    unsigned(v), lanes);
		else
			other = __shfl_xor_sync(~0u, v, lanes);
		v = type::sum(v, other);
	}
	return v;
}

template <>
__device__ __forceinline__ unsigned
sum_of_warp<u32>(unsigned v)
{
	unsigned sum;

	asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;"
	    : "=r"(sum) : "r"(v));
	return sum;
}

/* --- operations ---------------------------------------------------------- */

template <class op, class type> struct atomic;

#define ONE(scope, place, letter, p, ptx, reg)                               \
	if constexpr (is<result, used>)                                      \
		asm volatile("atom.relaxed." scope "." place "." ptx         \
		    " %0, [%1], %2;" : "=" reg(old) : letter(p), reg(v));    \
	else                                                                 \
		asm volatile("red.relaxed." scope "." place "." ptx          \
		    " [%0], %1;" :: letter(p), reg(v))
/* Without a form that has no result. */
#define EXCHANGE(scope, place, letter, p, ptx, reg)                          \
	asm volatile("atom.relaxed." scope "." place "." ptx                 \
	    " %0, [%1], %2;" : "=" reg(old) : letter(p), reg(v))
#define COMPARE(scope, place, letter, p, ptx, reg)                           \
	asm volatile("atom.relaxed." scope "." place "." ptx                 \
	    " %0, [%1], %2, %3;" : "=" reg(old)                              \
	    : letter(p), reg(expected), reg(v))

#define SCOPES(FORM, place, letter, p, ptx, reg)                             \
	if constexpr (is<scope, cta>) {                                      \
		FORM("cta", place, letter, p, ptx, reg);                     \
	} else if constexpr (is<scope, gpu>) {                               \
		FORM("gpu", place, letter, p, ptx, reg);                     \
	} else {                                                             \
		FORM("sys", place, letter, p, ptx, reg);                     \
	}

#define ATOMIC(FORM, op, type, ptx, reg)                                     \
	template <> struct atomic<op, type> {                                \
		template <class space, class scope, class result>            \
		static __device__ __forceinline__ type::word                 \
		run(address p, type::word expected, type::word v)            \
		{                                                            \
			type::word old = v;                                  \
			if constexpr (is<space, shared>) {                   \
				SCOPES(FORM, "shared", "r", unsigned(p),     \
				    ptx, reg)                                \
			} else {                                             \
				SCOPES(FORM, "global", "l", p, ptx, reg)     \
			}                                                    \
			return old;                                          \
		}                                                            \
	}

ATOMIC(ONE, add, u32, "add.u32", "r");
ATOMIC(ONE, add, u64, "add.u64", "l");
ATOMIC(ONE, add, f32, "add.f32", "f");
ATOMIC(ONE, add, f64, "add.f64", "d");
ATOMIC(ONE, add, f16, "add.noftz.f16", "h");
ATOMIC(ONE, add, bf16, "add.noftz.bf16", "h");
ATOMIC(ONE, add, f16x2, "add.noftz.f16x2", "r");
ATOMIC(ONE, add, bf16x2, "add.noftz.bf16x2", "r");
ATOMIC(ONE, min, u32, "min.u32", "r");
ATOMIC(ONE, min, u64, "min.u64", "l");
ATOMIC(ONE, max, u32, "max.u32", "r");
ATOMIC(ONE, max, u64, "max.u64", "l");
ATOMIC(ONE, and_bits, u32, "and.b32", "r");
ATOMIC(ONE, and_bits, u64, "and.b64", "l");
ATOMIC(ONE, inc, u32, "inc.u32", "r");
ATOMIC(EXCHANGE, exch, u32, "exch.b32", "r");
ATOMIC(EXCHANGE, exch, u64, "exch.b64", "l");
ATOMIC(COMPARE, cas, u32, "cas.b32", "r");
ATOMIC(COMPARE, cas, u64, "cas.b64", "l");

/* --- what is done to a cell ---------------------------------------------- */

/* The operands of a step and of the next. */
template <class op, class type>
static __device__ __forceinline__ void
choose(typename type::word (&v)[2], float one, typename type::word last)
{
	if constexpr (is<op, exch>) {
		v[0] = v[1] = last;
	} else if constexpr (is<op, max> || is<op, cas>) {
		v[0] = type::from(one);
		v[1] = type::from(is<op, max> ? one + one : one - one);
	} else if constexpr (is<op, add>) {
		v[0] = type::from(one);
		v[1] = type::from(-one);
	} else {
		v[0] = type::from(-one);
		v[1] = type::from(is<op, inc> ? -one : -one - one);
	}
}

/* What a cell must hold before the first step, whatever an earlier launch has
   left there. */
template <class op, class type, class space>
static __device__ __forceinline__ void
prepare(address cell)
{
	const typename type::word zero = type::from(0);

	if constexpr (is<op, cas>)
		atomic<exch, type>::template run<space, gpu, unused>(cell, zero,
		    zero);
}

/* Brings the last number to a cell that `steps` operations were made on. */
template <class op, class type, class space>
static __device__ __forceinline__ void
settle(address cell, typename type::word last, unsigned steps)
{
	const typename type::word zero = type::from(0), one = type::from(1);

	if constexpr (is<op, inc>) {
		atomic<add, type>::template run<space, gpu, unused>(cell, last,
		    last - steps);
	} else if constexpr (is<op, cas>) {
		while (atomic<op, type>::template run<space, gpu, used>(cell,
			   zero, last) != zero &&
		       atomic<op, type>::template run<space, gpu, used>(cell,
			   one, last) != one)
			;
	} else {
		atomic<op, type>::template run<space, gpu, unused>(cell, last,
		    last);
	}
}

/* How many times the number a thread adds first: half of the threads, or of the
   warps, begin by taking off, and a warp's values come to 1 or -1. */
template <class contention>
static __device__ __forceinline__ float
share()
{
	const float sign = threadIdx.x % 2 ? -1 : 1;

	if (!is<contention, warp>)
		return sign;
	return ((threadIdx.x / 32 ^ blockIdx.x) & 1 ? -1 : 1) *
	    (threadIdx.x % 32 ? sign : 2);
}

/* A cell for each thread of the block. */
template <class word>
static __device__ __forceinline__ word *
cells_of_block()
{
	__shared__ word words[1024];
	return words;
}

template <class word>
static __device__ __forceinline__ address
bits_of(word w)
{
	address bits = 0;
	memcpy(&bits, &w, sizeof(w));
	return bits;
}

template <class op, class type, class contention, class space, class scope,
    class result>
static __device__ __forceinline__ void
atomic_throughput(void *out, void *in, void *seen, unsigned iterations,
    unsigned stride, float one)
{
	using word = typename type::word;
	using operation = atomic<op, type>;
	static_assert(is<op, add> || !is<contention, warp>,
	    "only sums are made warp by warp");
	constexpr bool here = is<space, shared>;
	constexpr bool shares = !is<contention, spread>;
	const unsigned self = blockIdx.x * blockDim.x + threadIdx.x;
	const word *numbers = static_cast<word *>(in);
	/* Without an instruction a step takes long. */
	constexpr int body = sizeof(word) == 2 ? 2 : 4;
	word *own = cells_of_block<word>() + threadIdx.x;
	address cell = address(static_cast<word *>(out) + self * stride);
	address kept = 0;
	word v[2];

	if (here) {
		*own = type::from(is<op, min> || is<op, and_bits> ? -one : 0);
		cell = __cvta_generic_to_shared(cells_of_block<word>() +
		    threadIdx.x * stride);
		__syncthreads();
	}
	if (!shares)
		prepare<op, type, space>(cell);
	else if (!here && self < 2)
		prepare<op, type, space>(cell + self * sizeof(word));
	choose<op, type>(v, is<op, add> ? one * share<contention>() : one,
	    numbers[!shares ? self : here ? blockIdx.x : 0]);
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int k = 0; k < body; k++) {
			word x = v[k % 2], old;

			if constexpr (is<contention, warp>) {
				x = sum_of_warp<type>(x);
				if (threadIdx.x % 32 > 0)
					continue;
			}
			old = operation::template run<space, scope, result>(
			    cell, v[(k + 1) % 2], x);
			if constexpr (is<result, used>)
				kept ^= bits_of(old);
		}
	}
	static_cast<address *>(seen)[self] = kept;
	const unsigned steps = iterations * body;
	if constexpr (!shares) {
		settle<op, type, space>(cell, numbers[self], steps);
	} else if constexpr (here) {
		if (threadIdx.x == 0)
			settle<op, type, space>(cell, numbers[blockIdx.x],
			    steps * blockDim.x);
	} else if (self < 2) {
		/* The second cell was let alone so far. */
		settle<op, type, space>(cell + self * sizeof(word),
		    numbers[self],
		    self > 0 ? 0 : steps * blockDim.x * gridDim.x);
	}
	if constexpr (here) {
		__syncthreads();
		if constexpr (!shares)
			static_cast<word *>(out)[self] = *own;
		else if (threadIdx.x == 0)
			static_cast<word *>(out)[blockIdx.x] = *own;
	}
}
