/*
 * The regular expressions of `pattern` and `patternProperties`: the part of
 * JSON Schema's dialect that needs no backtracking.
 *
 *   alternatives = sequence { "|" sequence }
 *   sequence     = { atom [ "*" | "+" | "?" | "{" m [ "," [ n ] ] "}" ] }
 *   atom         = character | "." | "^" | "$" | "(" alternatives ")"
 *                | "[" [ "^" ] { character [ "-" character ] } "]"
 *                | "\" ( d | D | w | W | s | S | punctuation )
 *
 * Characters are code points. A match may lie anywhere in the text: anchor it.
 */
#include "str.h"

struct arena;
struct pattern;

/* NULL with the reason in *why for what is no pattern, or a too large one. */
struct pattern *pattern_parse(struct arena *a, struct str text,
			      const char **why);

/* Whether some part of text matches; in time steps x length. */
bool pattern_matches(const struct pattern *p, struct str text);
