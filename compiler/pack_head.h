/*
 * Expressions of a probe's head for the settings of one point: what `pack`
 * writes into launches, `evidence` makes metrics of, and the guard counts
 * instructions by. library.h comes before it.
 */
#include "str.h"

struct arena;
struct binding;
struct diag;
struct value;

struct head {
	struct arena *arena;
	struct diag *diag;            /* faults, at the head's bytes */
	const struct probe *probe;
	const struct setting *settings;
	size_t nsettings;
	double sm, l2;                /* of a device; 0: they stay symbols */
};

/* number * sm^sm * l2^l2; a number is where both powers are 0. */
struct product {
	double number;
	int sm, l2;
};

/* The entry at `path` (`loop.instruction`, `ceiling.value`), a map by a
   parameter's values resolved, and what is in it likewise; NULL if there is
   none. */
const struct node *head_find(const struct head *h, struct str path);

/* A scalar's text, each `$NAME` replaced by the setting of that name, or by
   the number that a `let` of that name comes to. */
struct str head_text(const struct head *h, const struct node *n);

/* A scalar as one expression; NULL with an error. */
const struct expr *head_parse(const struct head *h, const struct node *n);

/* A scalar's worth. False with an error. */
bool head_eval(struct product *out, const struct head *h,
	       const struct node *n);

/* The value of a setting, `2*sm` as `264`; likewise. */
bool head_setting(struct product *out, const struct head *h,
		  const struct setting *s);

/* What a parameter or a `let` of that name is worth; likewise. */
bool head_name(struct product *out, const struct head *h, struct str name);

/* Names for an expression of the head. */
struct names {
	struct binding *items;
	size_t n, cap;
};

/* Adds what a name is worth, without its unit: heads count in coherent ones. */
void names_add(struct arena *a, struct names *all, struct str name,
	       struct value v);

/* Adds parameters, names under `let`, `sm` and `l2`, as far as they are
   numbers here; texts (`fp16`) are no names. */
void head_add_names(struct names *all, const struct head *h);
