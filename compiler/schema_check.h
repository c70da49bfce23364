/*
 * A check of one front matter while it runs. Shared by schema (walks),
 * schema_scalar (judges a value) and schema_bind (notes what one binds);
 * nobody else includes it.
 */
#include "str.h"

struct arena;
struct diag;
struct node;
struct rule;

/* Where the next item of each list goes. */
struct ends {
	struct schema_fact **facts;
	struct schema_check **checks;
	struct schema_write **writes;
	struct schema_scope **scopes;
};

struct checker {
	struct arena *arena;
	struct diag *diag;  /* of the form that is tried */
	struct diag *said;  /* of the page */
	struct ends ends;
	const struct rule *root;
	size_t judged;
	bool stopped;
};

/* Whether n has a type that the rule allows; false with an error. */
bool check_type(struct checker *c, const struct rule *rule,
		const struct node *n);

/*
 * Whether a scalar fits const, enum, pattern, minLength, minimum and maximum
 * of the rule; false with an error.
 */
bool check_scalar(struct checker *c, const struct rule *rule,
		  const struct node *n);

/* Notes all that the rule's annotations bind of n. False with an error. */
bool check_binds(struct checker *c, const struct rule *rule,
		 const struct node *n);

/* Notes that kbc owns this key of owner, which may lack it. */
void check_adds_write(struct checker *c, const struct rule *rule,
		      struct str key, const struct node *owner);
