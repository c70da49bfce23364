/* What the parts of `suggest` alone share; suggest.h and quantity.h come before
   it. */
#include "str.h"

struct arena;
struct block;

/* A row of a table of rates: a kind of instruction, and what the page says of
   it. */
struct rate {
	struct str name;     /* as a probe: fp16x2 */
	struct str format;   /* fp16 */
	struct str row;      /* its text in the table */
	bool packed;
	double value;        /* FLOP/s */
};

/* Most rows that a table of rates has. */
#define SUGGEST_RATES 16

/* A page, and what of it is found on the way. */
struct finding {
	struct arena *arena;
	struct sure *out;
	struct rate rates[SUGGEST_RATES];
	size_t nrates;
};

/* A number of the page and the words around it in its block. */
struct place {
	const struct quantity *q;
	struct str before, after;
	struct str text;     /* as it is written */
};

/* Whether a block stands by itself, in no list and no quote, so that lines can
   be put beside it. */
bool sure_alone(const struct block *b);

/* Markers behind words that name a behaviour. */
void suggest_holds(struct finding *f);

/* The list item, else the whole block, that byte `at` of a block of prose is
   in. */
struct span suggest_item(const struct block *b, uint32_t at);

/* Markers over tables of formats and of rates; remembers the rates. */
void suggest_tables(struct finding *f);

/* The expression that the words around a number ask for, or empty. */
struct str suggest_ratio(const struct finding *f, const struct place *x);
struct str suggest_format(struct arena *a, const struct place *x);
struct str suggest_device(struct arena *a, const struct place *x);
struct str suggest_latency(struct finding *f, const struct place *x);
struct str suggest_bandwidth(struct finding *f, const struct place *x);

/* The name under which the page has a probe; a new one gets its name. */
struct str suggest_probe(struct finding *f, struct sure_probe want);

/* The end, or the start, of a text, no longer than n bytes. */
struct str text_end(struct str s, size_t n);
struct str text_start(struct str s, size_t n);

/* Whether a text has the words, whatever their case. */
bool text_has(struct str s, const char *words);

/* The name of the last, or first, format that a text speaks of, by itself or
   with `x2` behind it; or empty. */
struct str text_last_format(struct str s);
struct str text_first_format(struct str s);

/* Where the last, or first, of these words start in s, whatever their case;
   SIZE_MAX: they are not there. */
size_t text_find_last(struct str s, const char *words);
size_t text_find_first(struct str s, const char *words);
