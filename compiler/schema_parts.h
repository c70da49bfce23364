/*
 * What kbc adds to the keywords of JSON Schema, while a rule is read. Shared
 * by schema_rule (all keywords) and schema_keyword (kbc's); nobody else
 * includes it.
 */
#include "str.h"

struct arena;
struct diag;
struct nearest;
struct node;
struct rule;

/* Where rules lie and who is told of faults. */
struct rule_reader {
	struct arena *arena;
	struct diag *diag;
};

/* Says `unknown WHAT 'WORD'` of the word looked for, with the nearest one. */
void rule_say_unknown(struct rule_reader *r, struct span at, const char *what,
		      const struct nearest *n);

/*
 * Whether a list has items and all are of the types (bits of value_type);
 * false with an error at each that is not.
 */
bool rule_check_items(struct rule_reader *r, const struct node *list,
		      unsigned wanted);

/*
 * One keyword each: n is its value, of the type that it must have; a form
 * that is none is an error there.
 */

/* `x-kbc-fact`: an expression, or a list of them. */
void keyword_parse_fact(struct rule_reader *r, struct rule *rule,
			const struct node *n);

/* `x-kbc-check`: a kind, with its argument if it has one. */
void keyword_parse_check(struct rule_reader *r, struct rule *rule,
			 const struct node *n);

/* `x-kbc-scope`: `device` or `sm`. */
void keyword_parse_scope(struct rule_reader *r, struct rule *rule,
			 const struct node *n);

/* `x-kbc-write`: a field, or a text with fields in braces. */
void keyword_parse_write(struct rule_reader *r, struct rule *rule,
			 const struct node *n);

/* Checks that the words of `x-kbc-map` are words that the enum allows. */
void keyword_check_map(struct rule_reader *r, const struct rule *rule);
