/*
 * Library probes: the YAML heads of compiler/probes/NAME.cu. A new probe is a
 * new file; nothing here knows one by name. The form of a head is described
 * in compiler/probes/README.md.
 */
#include "str.h"

struct arena;
struct diag;
struct expr;
struct node;
struct source;

struct parameter {
	struct str name;
	struct str *values;    /* as written: `fp32`, `256`, `2*sm` */
	size_t nvalues;
	bool compile;          /* a template argument */
	bool fixed;            /* never swept: given, or has a default */
	struct str unsaid;     /* the default; empty: there is none */
	const struct node *rows; /* what each value stands for; or NULL */
	bool text;             /* a text of the page; it has no values */
};

struct metric {
	struct str name;
	const struct expr *value;    /* over parameters, `let`, time, cycles */
	struct str unit;             /* as units are written; empty: none */
	bool best_is_least;    /* else the most */
};

struct probe {
	struct str name;
	const struct source *source; /* the whole file, head and code */
	struct str shared;           /* code of other files, before it */
	struct str code;             /* behind the head */
	const struct source *common; /* of probes `like` it, or NULL */
	struct str common_code;      /* stands before code */
	struct node *head;
	struct parameter *parameters;
	size_t nparameters;
	struct metric *metrics;      /* the first is the bare name's */
	size_t nmetrics;
};

struct library {
	struct probe *items; /* sorted by name */
	size_t n, cap;
};

/* Reads every *.cu of folder. False with errors at the head's bytes. */
bool library_read(struct arena *a, struct library *out, struct str folder,
		  struct diag *d);

/* The probe, metric or parameter of that name; NULL if there is none. */
const struct probe *library_find(const struct library *l, struct str name);
const struct metric *probe_metric(const struct probe *p, struct str name);
const struct parameter *probe_parameter(const struct probe *p,
					struct str name);

/* A parameter's value: `type` = `fp16`. */
struct setting {
	struct str name, value;
};

/* The setting of that name; NULL if there is none. */
const struct setting *setting_find(const struct setting *all, size_t n,
				   struct str name);

/*
 * What stands for a name: the value of the setting, or what a row of values
 * says (`add_f32: {word: f32}`). False if neither does.
 */
bool probe_says(const struct probe *p, const struct setting *all, size_t n,
		struct str name, struct str *out);

/* The same of the rows alone. */
bool probe_row_says(const struct probe *p, const struct setting *all,
		    size_t n, struct str name, struct str *out);

/*
 * The node, or what a map by the values of settings comes to: the child that
 * is named like the value of a setting, or like a word of its row, the first
 * setting that has one; and of that child likewise, as long as there is one.
 */
const struct node *probe_resolve(const struct probe *p, const struct node *at,
				 const struct setting *all, size_t n);
