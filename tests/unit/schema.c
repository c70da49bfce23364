/* Page types: what a schema may say, what a page is told, what it binds. */
#include "schema.h"

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "source.h"
#include "yaml.h"

static struct span
text_span(struct arena *a, const char *name, const char *text)
{
	struct str copy = arena_copy(a, str_of(text));

	return source_span(source_make(a, str_of(name), copy), 0, copy.n);
}

/* All messages, a line each: `2:3: error: text`. */
static struct str
messages(struct arena *a, const struct diag *d)
{
	static const char *const levels[] = { "note", "warning", "error",
					      "fail" };
	struct buf out = { 0 };
	struct str text;

	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];
		uint32_t line = 0, column = 0;

		if (m->at.source)
			source_place(m->at.source, m->at.at, &line, &column);
		buf_printf(&out, "%u:%u: %s: " STR_FMT "\n", (unsigned)line,
			   (unsigned)column, levels[m->level],
			   STR_ARG(m->text));
	}
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

/* ---- schemas that are none --------------------------------------------- */

static const struct {
	const char *text;
	const char *said;
} bad_schemas[] = {
	{ "typ: object\n",
	  "1:1: error: unknown keyword 'typ'\n"
	  "1:1: note: did you mean 'type'?\n" },
	{ "$ref: x\n", "1:1: error: unknown keyword '$ref'\n" },
	{ "type: strnig\n", "1:7: error: unknown type 'strnig'\n"
	  "1:7: note: did you mean 'string'?\n" },
	{ "type: [string, text]\n", "1:16: error: unknown type 'text'\n" },
	{ "type: {}\n", "1:7: error: expected a text or a list\n" },
	{ "- x\n", "1:1: error: expected a schema: a map of keywords\n" },
	{ "properties: {a: x}\n",
	  "1:17: error: expected a schema: a map of keywords\n" },
	{ "pattern: 'a('\n",
	  "1:10: error: no pattern: a '(' is never closed\n" },
	{ "patternProperties: {'[': {}}\n",
	  "1:21: error: no pattern: a '[' is never closed\n" },
	{ "enum: []\n", "1:7: error: an empty list says nothing\n" },
	{ "enum: [[a]]\n", "1:8: error: expected a text or a number or true "
			   "or false or nothing\n" },
	{ "minimum: x\n", "1:10: error: expected a number\n" },
	{ "minItems: -1\n", "1:11: error: expected a count\n" },
	{ "required: [1]\n", "1:12: error: expected a text\n" },
	{ "x-kbc-check: listed\n",
	  "1:14: error: expected what it is about behind 'listed'\n" },
	{ "x-kbc-check: [page, aip]\n", "1:21: error: unknown check 'aip'\n"
	  "1:21: note: did you mean 'api'?\n" },
	{ "x-kbc-check: []\n", "1:14: error: an empty list says nothing\n" },
	{ "then: {enum: 3}\n", "1:14: error: expected a list\n" },
	{ "x-kbc-check: aip\n", "1:14: error: unknown check 'aip'\n"
				"1:14: note: did you mean 'api'?\n" },
	{ "x-kbc-check: vocabulary\n",
	  "1:14: error: expected what it is about behind "
	  "'vocabulary'\n" },
	{ "x-kbc-check: api x\n",
	  "1:14: error: nothing stands behind 'api'\n" },
	{ "x-kbc-check: page or aip x\n",
	  "1:14: error: unknown check 'aip'\n"
	  "1:14: note: did you mean 'api'?\n" },
	{ "x-kbc-check: there a/$b/${c}d or row f $\n",
	  "1:14: error: expected a name behind '$': $NAME, ${NAME##*/}, "
	  "${NAME#TEXT} or ${NAME%%TEXT*}\n" },
	{ "x-kbc-check: size big\n",
	  "1:14: error: expected a size behind 'size': 1 MiB\n" },
	{ "x-kbc-scope: gpu\n",
	  "1:14: error: expected 'device' or 'sm'\n" },
	{ "x-kbc-write: 'a {b'\n", "1:14: error: expected a field, or a text "
				   "with fields in braces\n" },
	{ "x-kbc-write: 'a {} b'\n", "1:14: error: expected a field, or a "
				     "text with fields in braces\n" },
	{ "x-kbc-fact: a.$.b\n", "1:13: error: expected an expression; a '$' "
				 "starts a name\n" },
	{ "x-kbc-fact: []\n", "1:13: error: an empty list says nothing\n" },
	{ "x-kbc-map: {a: b}\n",
	  "1:1: error: x-kbc-map without x-kbc-write\n" },
	{ "enum: [draft]\nx-kbc-write: page.status\n"
	  "x-kbc-map: {confirmed: good}\n",
	  "3:24: error: 'good' is not in the enum\n" },
	{ "type: x\ntitle: [1]\n", "1:7: error: unknown type 'x'\n"
				   "2:8: error: expected a text\n" },
};

static void
test_bad_schemas(void)
{
	for (size_t i = 0; i < COUNT_OF(bad_schemas); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);

		CHECK_ROW(bad_schemas[i].text);
		CHECK(!schema_parse(a, text_span(a, "x.yaml",
						 bad_schemas[i].text), d));
		CHECK_STR(messages(a, d), bad_schemas[i].said);
		arena_free(a);
	}
}

/* ---- pages against schemas --------------------------------------------- */

static const char recipe[] =
	"type: object\n"
	"additionalProperties: false\n"
	"required: [id, status]\n"
	"properties:\n"
	"  id: {type: string, pattern: '^r-[a-z]+$'}\n"
	"  type: {const: recipe}\n"
	"  status: {enum: [draft, verified, stale]}\n"
	"  version: {type: string, minLength: 2}\n"
	"  ratio: {type: number, minimum: 0, maximum: 8}\n"
	"  count: {type: integer}\n"
	"  ready: {type: boolean}\n"
	"  note: {type: [string, 'null']}\n"
	"  tags: {type: array, minItems: 1, uniqueItems: true,\n"
	"         items: {type: string}}\n"
	"  parts:\n"
	"    type: array\n"
	"    items:\n"
	"      type: object\n"
	"      required: [path]\n"
	"      additionalProperties: {type: integer}\n"
	"      properties: {path: {type: string}}\n"
	"  formats:\n"
	"    type: object\n"
	"    additionalProperties: false\n"
	"    patternProperties:\n"
	"      '^fp[0-9]+$': {type: object}\n"
	"  size:\n"
	"    anyOf:\n"
	"    - {type: integer, minimum: 1}\n"
	"    - {type: string, pattern: '^[0-9]+ KB$'}\n"
	"    - {type: string, enum: [full]}\n"
	"  most: {allOf: [{minimum: 2}, {maximum: 4}]}\n"
	"  some: {type: array, contains: {type: integer}}\n"
	"if: {required: [ready], properties: {ready: {const: true}}}\n"
	"then:\n"
	"  description: what is ready has a count\n"
	"  required: [count]\n"
	"else: {properties: {some: {minItems: 2}}}\n";

static const struct {
	const char *page;
	const char *said;
} pages[] = {
	{ "id: r-a\nstatus: draft\n", "" },
	{ "id: r-a\nstatus: 'draft'\n", "" },
	{ "id: r-a\n", "1:1: error: key 'status' is missing\n" },
	{ "", "1:1: error: key 'id' is missing\n"
	      "1:1: error: key 'status' is missing\n" },
	{ "- id\n", "1:1: error: expected a map of keys, found a list\n" },
	{ "id: x\nstatus: draft\n",
	  "1:5: error: 'x' does not match ^r-[a-z]+$\n" },
	{ "id: r-0123456789012345678901234567890123456789012345678901234567"
	  "\xc3\xa4\nstatus: draft\n",
	  "1:5: error: 'r-012345678901234567890123456789012345678901234567890"
	  "1234567\xe2\x80\xa6' does not match ^r-[a-z]+$\n" },
	{ "id: |\n  two\n  lines\nstatus: draft\n",
	  "1:5: error: 'two\xe2\x80\xa6' does not match ^r-[a-z]+$\n" },
	{ "id: r-a\nstatus: drat\n",
	  "2:9: error: 'drat' is none of draft, verified, stale\n"
	  "2:9: note: did you mean 'draft'?\n" },
	{ "id: r-a\nstatus: [draft]\n", "2:9: error: expected one word\n" },
	{ "id: r-a\nstatus:\n",
	  "2:8: error: '' is none of draft, verified, stale\n" },
	{ "id: r-a\nstaus: draft\n",
	  "2:1: error: unknown key 'staus'\n"
	  "2:1: note: did you mean 'status'?\n"
	  "1:1: error: key 'status' is missing\n" },
	{ "id: r-a\nstatus: draft\nzzz: 1\n",
	  "3:1: error: unknown key 'zzz'\n" },
	{ "id: r-a\nstatus: draft\nmost: 3\nsome: [a, 1]\n", "" },
	{ "id: r-a\nstatus: draft\nmost: 1\n", "3:7: error: 1 is below 2\n" },
	{ "id: r-a\nstatus: draft\nmost: 5\n", "3:7: error: 5 is above 4\n" },
	{ "id: r-a\nstatus: draft\nsome: [a, 1.5]\n",
	  "3:7: error: no item has the form that one must have\n" },
	{ "id: r-a\nstatus: draft\nready: true\ncount: 3\n", "" },
	{ "id: r-a\nstatus: draft\nready: true\n",
	  "1:1: error: key 'count' is missing\n"
	  "1:1: note: what is ready has a count\n" },
	{ "id: r-a\nstatus: draft\nready: false\nsome: [3]\n",
	  "4:7: error: expected at least 2 items\n" },
	{ "id: r-a\nstatus: draft\ntype: kernel\n",
	  "3:7: error: expected 'recipe'\n" },
	/* a bare 12.10 is the number 12.1 */
	{ "id: r-a\nstatus: draft\nversion: 12.10\n",
	  "3:10: error: expected a text, found a number\n"
	  "3:10: note: a text in quotes: '12.10'\n" },
	{ "id: r-a\nstatus: draft\nversion: \"12.10\"\n", "" },
	{ "id: r-a\nstatus: draft\nversion: 1234e567\n", "" },
	{ "id: r-a\nstatus: draft\nversion: x\n",
	  "3:10: error: expected at least 2 characters\n" },
	{ "id: r-a\nstatus: draft\nversion: \xc3\xa4\xc3\xb6\n", "" },
	{ "id: r-a\nstatus: draft\nversion: ''\n",
	  "3:10: error: expected a text that is not empty\n" },
	{ "id: r-a\nstatus: draft\nversion: true\n",
	  "3:10: error: expected a text, found true or false\n"
	  "3:10: note: a text in quotes: 'true'\n" },
	{ "id: r-a\nstatus: draft\nratio: '2'\n",
	  "3:8: error: expected a number, found a text\n" },
	{ "id: r-a\nstatus: draft\nratio: 2\n", "" },
	{ "id: r-a\nstatus: draft\nratio: -1\n",
	  "3:8: error: -1 is below 0\n" },
	{ "id: r-a\nstatus: draft\nratio: 8.5\n",
	  "3:8: error: 8.5 is above 8\n" },
	{ "id: r-a\nstatus: draft\nratio: .nan\n",
	  "3:8: error: expected a number, found a text\n" },
	{ "id: r-a\nstatus: draft\ncount: 1.5\n",
	  "3:8: error: expected a whole number, found a number\n" },
	{ "id: r-a\nstatus: draft\ncount: 1e3\n", "" },
	{ "id: r-a\nstatus: draft\nready: yes\n",
	  "3:8: error: expected true or false, found a text\n" },
	{ "id: r-a\nstatus: draft\nnote:\n", "" },
	{ "id: r-a\nstatus: draft\nnote: [x]\n",
	  "3:7: error: expected a text or nothing, found a list\n" },
	{ "id: r-a\nstatus: draft\ntags: [a, b, 'a']\n",
	  "3:14: error: 'a' is in the list already\n"
	  "3:8: note: first here\n" },
	{ "id: r-a\nstatus: draft\ntags: []\n",
	  "3:7: error: expected at least 1 item\n" },
	{ "id: r-a\nstatus: draft\ntags: [a, 1]\n",
	  "3:11: error: expected a text, found a number\n"
	  "3:11: note: a text in quotes: '1'\n" },
	{ "id: r-a\nstatus: draft\nparts:\n- path: x\n  n: 1\n- n: y\n",
	  "6:6: error: expected a whole number, found a text\n"
	  "6:3: error: key 'path' is missing\n" },
	{ "id: r-a\nstatus: draft\nformats: {fp16: {}, bf16: {}}\n",
	  "3:21: error: unknown key 'bf16'\n" },
	{ "id: r-a\nstatus: draft\nsize: 3\n", "" },
	{ "id: r-a\nstatus: draft\nsize: 48 KB\n", "" },
	{ "id: r-a\nstatus: draft\nsize: full\n", "" },
	{ "id: r-a\nstatus: draft\nsize: 0\n",
	  "3:7: error: 0 is below 1\n" },
	{ "id: r-a\nstatus: draft\nsize: ful\n",
	  "3:7: error: this value has none of the 2 forms that it may have\n" },
	{ "id: r-a\nstatus: draft\nsize: [1]\n",
	  "3:7: error: expected a text or a whole number, found a list\n" },
	/* kbc's own keys need no rule */
	{ "id: r-a\nstatus: draft\nprobes: {a: fma(type=fp16)}\n"
	  "verification: {claims: {confirmed: 1}}\n", "" },
	/* the page says what is wrong there */
	{ "id: r-a\nstatus: draft\nprobes: [a]\n", "" },
	{ "id: r-a\nstatus: draft\nprobes: {a: 1}\n", "" },
	{ "id: r-a\nstatus: draft\nparts: [{path: x, probes: y}]\n",
	  "3:27: error: expected a whole number, found a text\n" },
};

static void
test_pages(void)
{
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct schema *s = schema_parse(a, text_span(a,
			"types/recipe.yaml", recipe), d);
		struct node *n = yaml_parse(a, text_span(a, "page.md",
							 pages[i].page), d);
		struct schema_result result;
		bool good;

		CHECK_ROW(pages[i].page);
		CHECK(s && n);
		if (s && n) {
			CHECK_STR(schema_name(s), "recipe");
			good = schema_check(a, &result, s, n, d);
			CHECK_NUM(good, pages[i].said[0] == '\0');
			CHECK_STR(messages(a, d), pages[i].said);
		}
		arena_free(a);
	}
}

/* ---- what a page binds ------------------------------------------------- */

static const char binding[] =
	"properties:\n"
	"  status:\n"
	"    enum: [draft, verified]\n"
	"    x-kbc-write: page.status\n"
	"    x-kbc-map: {confirmed: verified, refuted: draft}\n"
	"  seen: {type: string, x-kbc-write: '{toolkit.version}'}\n"
	"  device: {type: string, x-kbc-scope: device}\n"
	"  archs: {x-kbc-scope: sm, items: {x-kbc-check: arch}}\n"
	"  files:\n"
	"    properties: {code: {x-kbc-write: generated.source}}\n"
	"  refs:\n"
	"    items:\n"
	"      properties:\n"
	"        path: {x-kbc-check: file}\n"
	"        anchor: {x-kbc-check: lines}\n"
	"  tags: {x-kbc-check: 'vocabulary data/tags.yaml#all'}\n"
	"  formats:\n"
	"    patternProperties:\n"
	"      '^fp':\n"
	"        properties:\n"
	"          ulp: {x-kbc-fact: format.$parent.$key}\n"
	"          range:\n"
	"            x-kbc-fact: [format.$parent.min, format.$parent.max]\n"
	"  claims:\n"
	"    items:\n"
	"      properties:\n"
	"        value: {x-kbc-fact: 'peak($gpu, 2 * $n)'}\n"
	"  either:\n"
	"    anyOf:\n"
	"    - {type: array, items: {type: integer, x-kbc-fact: first}}\n"
	"    - {type: array, items: {x-kbc-check: page}}\n"
	"  level: {x-kbc-check: [page, 'rung some=compiles, all=runs']}\n"
	"  whole: {x-kbc-check: gathers tags a.yaml}\n"
	"  rows: {x-kbc-check: [unique id, size 1 KiB ., file or there a]}\n"
	"if: {required: [level], properties: {level: {x-kbc-check: api}}}\n"
	"then: {properties: {whole: {x-kbc-fact: third}}}\n";

/* All that was bound, a line each, in the order of each list. */
static struct str
bound(struct arena *a, const struct schema_result *r)
{
	struct buf out = { 0 };
	struct str text;

	for (const struct schema_fact *f = r->facts; f; f = f->next)
		buf_printf(&out, "fact " STR_FMT " = " STR_FMT " %zu%s @%u\n",
			   STR_ARG(f->value->text), STR_ARG(f->expr), f->index,
			   f->listed ? " listed" : "",
			   (unsigned)span_line(f->expr_at));
	for (const struct schema_check *c = r->checks; c; c = c->next)
		buf_printf(&out, "check " STR_FMT ": " STR_FMT " " STR_FMT
			   "%s" STR_FMT "\n",
			   STR_ARG(c->value->text), STR_ARG(c->kind),
			   STR_ARG(c->argument), c->otherwise ? " or " : "",
			   STR_ARG(c->otherwise ? c->otherwise->kind :
						  STR("")));
	for (const struct schema_write *w = r->writes; w; w = w->next)
		buf_printf(&out, "write " STR_FMT ".%s" STR_FMT ": " STR_FMT
			   "%s%s\n", STR_ARG(w->owner->key),
			   w->value ? "" : "+", STR_ARG(w->key),
			   STR_ARG(w->field), w->map ? " map" : "",
			   w->enumeration ? " enum" : "");
	for (const struct schema_scope *s = r->scopes; s; s = s->next)
		buf_printf(&out, "scope " STR_FMT ": " STR_FMT "\n",
			   STR_ARG(s->kind), STR_ARG(s->value->key));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static const struct {
	const char *page;
	const char *bound;
	const char *said;
} bindings[] = {
	{ "status: draft\n",
	  "write .status: page.status map enum\n"
	  "write .+seen: {toolkit.version}\n", "" },
	{ "seen: '1'\nstatus: draft\nfiles: {}\n",
	  "write .seen: {toolkit.version}\n"
	  "write .status: page.status map enum\n"
	  "write files.+code: generated.source\n", "" },
	{ "status: draft\nseen: '1'\nfiles: {code: ''}\n",
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n"
	  "write files.code: generated.source\n", "" },
	{ "status: draft\nseen: '1'\ndevice: H200\narchs: [sm_90, sm90a]\n",
	  "check sm_90: arch \ncheck sm90a: arch \n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n"
	  "scope device: device\nscope sm: archs\n", "" },
	{ "status: draft\nseen: '1'\ndevice: ''\n"
	  "refs: [{anchor: L2, path: a}, {path: b}, {path: }]\n"
	  "tags: [x, '', [y]]\n",
	  "check L2: lines \ncheck a: file \ncheck b: file \n"
	  "check x: vocabulary data/tags.yaml#all\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
	{ "status: draft\nseen: '1'\nrows: [a, {id: b}]\n",
	  "check : unique id\ncheck : size 1 KiB .\n"
	  "check a: file  or there\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
	{ "status: draft\nseen: '1'\nformats:\n  fp16:\n    ulp: 1e-3\n"
	  "    range: 1 to 2\n  fp8: {ulp: 2}\n",
	  "fact 1e-3 = format.fp16.ulp 0 @21\n"
	  "fact 1 to 2 = format.fp16.min 0 listed @23\n"
	  "fact 1 to 2 = format.fp16.max 1 listed @23\n"
	  "fact 2 = format.fp8.ulp 0 @21\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
	{ "status: draft\nseen: '1'\nformats: {fp8: {ulp: [1]}}\n",
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n",
	  "3:22: error: expected one value, to be checked as a claim\n" },
	{ "status: draft\nseen: '1'\n"
	  "claims: [{gpu: B200, n: 3, value: 9}, {gpu: B200, value: 8}]\n",
	  "fact 9 = peak(B200, 2 * 3) 0 @27\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n",
	  "3:58: error: this value is checked with the key 'n' beside it, "
	  "which is missing\n" },
	/* what a form has bound that does not fit is forgotten */
	{ "status: draft\nseen: '1'\neither: [1, a]\n",
	  "check 1: page \ncheck a: page \n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
	/* as is what `if` asks; a rung without a need binds nothing */
	{ "status: draft\nseen: '1'\nlevel: some\nwhole: x\n",
	  "fact x = third 0 @36\n"
	  "check some: page \ncheck some: rung compiles\n"
	  "check x: gathers tags a.yaml\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
	{ "status: draft\nseen: '1'\nlevel: no\nwhole: [x, y]\n",
	  "check no: page \ncheck : gathers tags a.yaml\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n",
	  "4:8: error: expected one value, to be checked as a claim\n" },
	{ "status: draft\nseen: '1'\neither: [1, 2]\n",
	  "fact 1 = first 0 @30\nfact 2 = first 0 @30\n"
	  "write .status: page.status map enum\n"
	  "write .seen: {toolkit.version}\n", "" },
};

static void
test_bindings(void)
{
	for (size_t i = 0; i < COUNT_OF(bindings); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct schema *s = schema_parse(a, text_span(a, "b.yaml",
							     binding), d);
		struct node *n = yaml_parse(a, text_span(a, "page.md",
							 bindings[i].page), d);
		struct schema_result result;

		CHECK_ROW(bindings[i].page);
		CHECK(s && n);
		if (s && n) {
			schema_check(a, &result, s, n, d);
			CHECK_STR(bound(a, &result), bindings[i].bound);
			CHECK_STR(messages(a, d), bindings[i].said);
		}
		arena_free(a);
	}
}

/* Forms times values is work; a schema cannot ask for any amount of it. */
static void
test_too_many_forms(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct buf b = { 0 }, page = { 0 };
	struct schema_result result;
	struct schema *s;
	size_t said = 0;

	CHECK_ROW("too many forms");
	buf_add(&b, STR("items: {anyOf: ["));
	for (int i = 0; i < 500; i++)
		buf_add(&b, STR("{type: integer},"));
	buf_add(&b, STR("{type: string}]}"));
	buf_add_byte(&b, '\0');
	s = schema_parse(a, text_span(a, "x.yaml", b.p), d);
	for (int i = 0; i < 3000; i++)
		buf_add(&page, STR("- x\n"));
	buf_add_byte(&page, '\0');
	CHECK(s && !schema_check(a, &result, s, yaml_parse(a, text_span(a,
		"page.md", page.p), d), d));
	for (size_t i = 0; i < d->n; i++)
		said += str_equal(d->items[i].text, STR("the schema has too "
			"many forms of this value to try"));
	CHECK_NUM(said, 1);
	buf_free(&b);
	buf_free(&page);
	arena_free(a);
}

/* ---- the schemas that come with kbc ------------------------------------ */

static const char skill[] =
	"title: Copying through shared memory\n"
	"id: skill-staged-copy\n"
	"type: skill\n"
	"vendor: nvidia\n"
	"status: draft\n"
	"evidence_level: documented\n"
	"confidence: inferred\n"
	"requires_sm: '>=8.0'\n"
	"requires_features: [cp-async]\n"
	"architectures: [sm_90a]\n"
	"cuda_version_tested: '13.0'\n"
	"driver_version_tested: 580.65.06\n"
	"toolchain: nvcc 13.0 + ptxas 13.0\n"
	"measured_on: H200\n"
	"artifacts: {code: '', build: '', introspection: '', profile: ''}\n"
	"source_refs:\n"
	"- {source_id: vendor/guide, path: a.md, anchor: L3-L9}\n"
	"precision:\n"
	"  bf16: {exponent_bits: 8, range_decimal: 1.2e-38 to 3.4e+38}\n"
	"related_apis: [__pipeline_memcpy_async]\n"
	"related_skills: [occupancy]\n"
	"probes: {copy: copy_bandwidth(bytes=16)}\n";

static void
test_shipped(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct schemas all = { 0 };
	struct schema_result r;
	const struct schema *s;
	size_t facts = 0, checks = 0, writes = 0;

	CHECK_ROW("schemas/");
	CHECK(schema_read(a, &all, STR("schemas"), d));
	CHECK(schema_find(&all, STR("pitfall")) != NULL);
	CHECK(schema_find(&all, STR("config")) != NULL);
	CHECK(schema_find(&all, STR("no-such-type")) == NULL);
	s = schema_find(&all, STR("skill"));
	CHECK(s && schema_check(a, &r, s, yaml_parse(a, text_span(a, "page.md",
		skill), d), d));
	CHECK_STR(messages(a, d), "");
	if (s) {
		for (const struct schema_fact *f = r.facts; f; f = f->next)
			facts++;
		for (const struct schema_check *c = r.checks; c; c = c->next)
			checks++;
		for (const struct schema_write *w = r.writes; w; w = w->next)
			writes++;
		CHECK_NUM(facts, 3);
		CHECK_NUM(checks, 8);
		CHECK_NUM(writes, 11);
	}
	arena_free(a);
}

static const struct {
	const char *text;
	const char *said;
} configs[] = {
	{ "", "" },
	{ "strict: true\nsm: sm_90a\nsources: [../a, b]\n"
	  "limits: {compile_seconds: 30}\nprobes: {ilp: fma_latency()}\n", "" },
	{ "sm: [sm_80, sm_90a]\nsources: a\n", "" },
	{ "strickt: true\n", "1:1: error: unknown key 'strickt'\n"
			     "1:1: note: did you mean 'strict'?\n" },
	{ "probes: {ILP: x}\n", "1:10: error: unknown key 'ILP'\n" },
	{ "limits: {compile_seconds: 0}\n", "1:27: error: 0 is below 1\n" },
};

static void
test_config(void)
{
	for (size_t i = 0; i < COUNT_OF(configs); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct schemas all = { 0 };
		struct schema_result r;

		CHECK_ROW(configs[i].text);
		CHECK(schema_read(a, &all, STR("schemas"), d));
		schema_check(a, &r, schema_find(&all, STR("config")),
			     yaml_parse(a, text_span(a, "kbc.yaml",
						     configs[i].text), d), d);
		CHECK_STR(messages(a, d), configs[i].said);
		arena_free(a);
	}
}

/* ---- parts of what stands behind a check -------------------------------- */

static void
test_parts(void)
{
	static const struct {
		const char *text, *name, *part, *rest; /* NULL: it is none */
		char form;
	} names[] = {
		{ "$repo/x", "repo", "", "/x", 0 },
		{ "${repo}x", "repo", "", "x", 0 },
		{ "${repo##*/}.md", "repo", "/", ".md", 'L' },
		{ "${a#in/}", "a", "in/", "", 'B' },
		{ "${a%%::*}b", "a", "::", "b", 'F' },
		{ "$", NULL, NULL, NULL, 0 }, { "$1", NULL, NULL, NULL, 0 },
		{ "${a", NULL, NULL, NULL, 0 },
		{ "${}", NULL, NULL, NULL, 0 },
		{ "${a##*}", NULL, NULL, NULL, 0 },
		{ "${a%%x}", NULL, NULL, NULL, 0 },
		{ "${a/b}", NULL, NULL, NULL, 0 },
	};
	static const struct {
		const char *text, *rest;
		uint64_t bytes;
		bool good;
	} sizes[] = {
		{ "512", "", 512, true }, { "64 KiB", "", 65536, true },
		{ "5 MiB .", ".", 5242880, true }, { "7 a", "a", 7, true },
		{ "1 GiB", "", 1073741824, true }, { "MiB", "", 0, false },
		{ "5000000000", "", 0, false }, { "", "", 0, false },
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct str rest = str_of(names[i].text);
		struct schema_name_part part;

		CHECK_ROW(rest);
		CHECK(schema_name_part(&part, &rest) == !!names[i].name);
		if (!names[i].name)
			continue;
		CHECK_STR(part.name, names[i].name);
		CHECK_STR(part.text, names[i].part);
		CHECK_STR(rest, names[i].rest);
		CHECK(part.form == names[i].form);
	}
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct str rest = str_of(sizes[i].text);
		uint64_t bytes;

		CHECK_ROW(rest);
		CHECK(schema_size(&bytes, &rest) == sizes[i].good);
		if (!sizes[i].good)
			continue;
		CHECK(bytes == sizes[i].bytes);
		CHECK_STR(rest, sizes[i].rest);
	}
}

int
main(void)
{
	test_bad_schemas();
	test_pages();
	test_bindings();
	test_too_many_forms();
	test_shipped();
	test_config();
	test_parts();
	CHECK_DONE();
}
