/*
 * Evidence of a job's name -> is it of this very job?
 *
 * The idea: the name of a record has eight digits of what it is bound to, and
 * the record says the rest itself: the whole key, the parameters of each case,
 * what was measured over what. All of that follows from the job, so it is
 * worked out and compared, and a record that says otherwise is stale: its
 * samples are of something else.
 *
 * So is a record with fewer cases than its job: who leaves out the best of a
 * sweep chooses the result. Sizes that depend on the device are the device's,
 * and are not seen here; what the samples are worth neither.
 */
#include "arena.h"
#include "evidence.h"
#include "library.h"
#include "observe.h"
#include "observe_parts.h"
#include "recall.h"

/* A case of the job, as its block has it. */
struct planned {
	struct str params;  /* lines `param chains 4` and others */
	size_t nparams, nentries;
	bool cycles, launches;
	double least;       /* N */
};

/* `param NAME VALUE` */
static bool
has_setting(const struct planned *p, const struct setting *s)
{
	struct str rest = p->params, line;
	struct str word = STR("param ");

	while (str_split(&line, &rest, '\n')) {
		if (!str_starts(line, word))
			continue;
		line = str_skip(line, word.n);
		if (str_starts(line, s->name) && line.n > s->name.n &&
		    line.p[s->name.n] == ' ' &&
		    str_equal(str_skip(line, s->name.n + 1), s->value))
			return true;
	}
	return false;
}

/* `measure events iterations 32` */
static void
read_measure(struct planned *p, struct str line)
{
	struct str word;
	uint64_t n = 0;

	str_split(&word, &line, ' ');
	p->cycles = str_split(&word, &line, ' ') &&
		    str_equal(word, STR("cycles"));
	p->launches = str_split(&word, &line, ' ') &&
		      str_equal(word, STR("launches"));
	str_unsigned(line, &n);
	p->least = (double)n;
}

/* The next case of a block; false behind the last. */
static bool
next_case(struct planned *p, struct str *block)
{
	struct str line, before = *block;

	while (str_split(&line, block, '\n') && !str_equal(line, STR("case")))
		continue;
	if (!str_equal(line, STR("case")) || !block->p)
		return false;
	*p = (struct planned){ .params = *block };
	before = *block;
	while (str_split(&line, block, '\n')) {
		if (str_equal(line, STR("case")) || str_equal(line, STR("end")))
			break;
		p->nparams += str_starts(line, STR("param "));
		p->nentries += str_starts(line, STR("entry "));
		if (str_starts(line, STR("measure ")))
			read_measure(p, line);
		before = *block;
	}
	p->params.n = (size_t)(before.p - p->params.p);
	*block = before;
	return true;
}

/* Whether a case of the record is of these parameters. */
static bool
is_case(const struct planned *p, const struct sample_case *c)
{
	size_t i = 0;

	while (i < c->nsettings && has_setting(p, &c->settings[i]))
		i++;
	return i == c->nsettings && i == p->nparams;
}

/* Whether a case of the record was measured as it is planned. */
static bool
is_measured_so(const struct planned *p, const struct sample_case *c)
{
	return c->cycles == p->cycles && c->n >= p->least &&
	       c->launches == (p->launches ? p->nentries : 0);
}

static struct str
cases_fault(struct arena *a, struct str block, const struct evidence *e)
{
	struct planned p;

	for (size_t i = 0; i < e->ncases; i++) {
		const struct sample_case *c = &e->cases[i];

		if (!next_case(&p, &block) || !is_case(&p, c))
			return arena_printf(a, "case %zu of its record is not "
				"that of its probe", i + 1);
		if (!is_measured_so(&p, c))
			return arena_printf(a, "case %zu of its record was "
				"not measured as its probe is", i + 1);
	}
	return next_case(&p, &block) ?
		       STR("its record lacks cases that its probe has") :
		       STR("");
}

struct str
observe_unbound(struct arena *a, const struct world *w, const struct target *t,
		const struct evidence *e)
{
	const struct job_bound *b = recall_bound(w->recall, t);

	if (!str_starts(b->key, e->key))
		return STR("its record has another key");
	return cases_fault(a, b->block, e);
}
