/*
 * The ledger and the signatures beside its files -> which of them count.
 *
 * The idea: a signature says three things, and each has an answer of its own.
 * Who signed, ssh-keygen tells (signature.c); what was signed, the list behind
 * the signature (evidence_seal.c); whether that is all of the file. A record
 * that is not what was signed is refused like one whose name and contents
 * differ. One that has grown is good evidence without a signature, and so are
 * the profiler's files and device.json, of which newer words take the place of
 * older ones.
 *
 * It decides nothing of the samples.
 */
#include "evidence.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "evidence_counters.h"
#include "evidence_parts.h"
#include "evidence_seal.h"
#include "evidence_signed.h"
#include "file.h"
#include "path.h"
#include "signature.h"
#include "source.h"

/* What is known of a file's signature. */
enum covered {
	COVERED_NOT,    /* none, or not all of the file */
	COVERED_ALL,
	COVERED_WRONG,  /* said as an error */
	COVERED_UNKNOWN /* said as a fail */
};

struct checking {
	struct arena *arena;
	const struct signing *how;
	struct diag *diag;
	size_t nfails;  /* before */
};

static struct str
signature_path(struct arena *a, struct str path)
{
	return arena_printf(a, STR_FMT ".sig", STR_ARG(path));
}

/* What is wrong with a record is an error; what other files say anew is
   not. */
static enum covered
tell(const struct checking *k, const struct source *s,
     const struct seal_fault *f, bool wrong)
{
	struct span at = source_span_of(s, f->at);

	if (wrong)
		diag_error(k->diag, at, STR_FMT, STR_ARG(f->text));
	else
		diag_warning(k->diag, at, "signature", STR_FMT,
			     STR_ARG(f->text));
	return wrong ? COVERED_WRONG : COVERED_NOT;
}

/* Whether one of the signers signed it. */
static enum covered
check_signer(const struct checking *k, const struct source *s,
	     const struct seal *was)
{
	struct signed_text text = { was->text, was->block, was->time };
	struct str who, why;

	if (k->how->by->allowed.n == 0)
		return COVERED_ALL;
	if (!signature_check(k->arena, &who, &why, &text, k->how->by, k->diag))
		return COVERED_UNKNOWN;
	if (why.n == 0)
		return COVERED_ALL;
	diag_error(k->diag, source_span(s, 0, was->block.n > 29 ? 29 : 0),
		   "not signed by one of the signers: " STR_FMT, STR_ARG(why));
	return COVERED_WRONG;
}

/* record: what was signed must still be there. */
static enum covered
check_file(const struct checking *k, struct str path, bool record)
{
	struct arena *a = k->arena;
	struct str sig = signature_path(a, path);
	const struct source *file, *source;
	struct seal was, is;
	struct seal_fault fault;
	enum covered by;

	if (k->diag->count[DIAG_FAIL] > k->nfails) /* which was said */
		return COVERED_UNKNOWN;
	if (file_kind(sig) == FILE_NONE)
		return COVERED_NOT;
	source = record_source(a, sig, k->diag);
	file = record_source(a, path, k->diag);
	if (!source || !file)
		return COVERED_UNKNOWN;
	if (!seal_parse(a, &was, source, k->diag).p)
		return COVERED_WRONG;
	by = check_signer(k, source, &was);
	if (by != COVERED_ALL)
		return by;
	seal_make(a, &is, file);
	fault = seal_compare(a, &was, &is);
	if (fault.text.n > 0)
		return tell(k, file, &fault, record);
	fault = seal_added(a, &was, &is);
	return fault.text.n > 0 ? tell(k, file, &fault, false) : COVERED_ALL;
}

/* --- what counts ---------------------------------------------------------- */

/* Whether the file stays in the ledger; *lacks is what it lacks. */
static bool
stays(const struct checking *k, struct str path, bool record,
      struct str *lacks)
{
	enum covered c = check_file(k, path, record);

	if (c != COVERED_ALL && k->how->required)
		*lacks = STR("needs a signature");
	return c == COVERED_ALL || c == COVERED_NOT;
}

static void
check_records(const struct checking *k, struct ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (stays(k, l->items[i].path, true, &l->items[i].lacks))
			l->items[n++] = l->items[i];
	l->n = n;
}

static void
check_counters(const struct checking *k, struct ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->ncounters; i++)
		if (stays(k, l->counters[i].path, false,
			  &l->counters[i].lacks))
			l->counters[n++] = l->counters[i];
	l->ncounters = n;
	n = 0;
	for (size_t i = 0; i < l->nmetrics; i++)
		if (stays(k, l->metrics[i].path, false, &l->metrics[i].lacks))
			l->metrics[n++] = l->metrics[i];
	l->nmetrics = n;
}

/* A record of the device that counts; NULL if none does. */
static const struct evidence *
find_counting(const struct ledger *l, struct str slug)
{
	for (size_t i = 0; i < l->n; i++)
		if (str_equal(l->items[i].device.slug, slug) &&
		    l->items[i].lacks.n == 0)
			return &l->items[i];
	return NULL;
}

/* What a device is, a record that counts may say in place of device.json. */
static void
check_devices(const struct checking *k, struct ledger *l)
{
	for (size_t i = 0; i < l->ndevices; i++) {
		struct device_record *v = &l->devices[i];
		struct str path = path_join(k->arena, path_join(k->arena,
			k->how->folder, v->slug), STR("device.json"));
		bool good = stays(k, path, false, &v->lacks);
		const struct evidence *e = find_counting(l, v->slug);

		if ((!good || v->lacks.n > 0) && e)
			*v = e->device;
	}
}

/* Signatures of files that are not there. */
static void
check_orphans(const struct checking *k)
{
	struct paths all = { 0 };
	struct str path;

	if (file_kind(k->how->folder) != FILE_FOLDER ||
	    !file_walk_within(k->arena, &all, k->how->folder, STR(".sig"),
			      k->diag))
		return;
	for (size_t i = 0; i < all.n; i++) {
		path = str_slice(all.items[i], 0,
				 all.items[i].n - STR(".sig").n);
		if (file_kind(path) == FILE_NONE)
			diag_warning(k->diag, source_span(source_make(k->arena,
				all.items[i], STR("")), 0, 0), "signature",
				"there is no '" STR_FMT "' that it is of",
				STR_ARG(path_base(path)));
	}
}

bool
ledger_check_signed(struct arena *a, struct ledger *l,
		    const struct signing *how, struct diag *d)
{
	const struct checking k = { .arena = a, .how = how, .diag = d,
				    .nfails = d->count[DIAG_FAIL] };

	check_records(&k, l);
	jobs_make(a, l);
	check_counters(&k, l);
	check_devices(&k, l);
	check_orphans(&k);
	return d->count[DIAG_FAIL] == k.nfails;
}

/* --- signing -------------------------------------------------------------- */

/* Whether the signature that is there does; what is wrong with it is not
   said. */
static bool
is_covered(struct arena *a, const struct signing *how, struct str path)
{
	const struct checking k = { .arena = a, .how = how,
				    .diag = diag_make(a) };

	return how->by->allowed.n > 0 &&
	       check_file(&k, path, true) == COVERED_ALL;
}

static bool
sign_file(struct arena *a, struct str path, struct str key, struct diag *d)
{
	const struct source *s = record_source(a, path, d);
	struct str text, block;
	struct buf out = { 0 };
	struct seal seal;
	bool good;

	if (!s)
		return false;
	seal_make(a, &seal, s);
	text = seal_text(a, &seal);
	good = signature_make(a, &block, text, key, d);
	if (good) {
		buf_add(&out, block);
		buf_add(&out, text);
		path = signature_path(a, path);
		good = file_may_write(a, path, path_dir(path), d) &&
		       file_update(path, buf_str(&out), d);
	}
	buf_free(&out);
	return good;
}

bool
ledger_sign(struct arena *a, const struct signing *how, struct str under,
	    struct str key, struct signed_count *count, struct diag *d)
{
	struct paths files = { 0 };

	*count = (struct signed_count){ 0 };
	if (!file_walk_within(a, &files, how->folder, STR(".json"), d))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = files.items[i];

		if (under.n > 0 && !path_is_under(file_real(a, path), under))
			continue;
		if (is_covered(a, how, path)) {
			count->kept++;
			continue;
		}
		if (!sign_file(a, path, key, d))
			return false;
		count->made++;
	}
	return true;
}
