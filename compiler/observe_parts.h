/* What the parts of `observe` alone share; value.h comes before it. */
#include "str.h"

struct arena;
struct built;
struct claim;
struct evidence;
struct fact;
struct name_found;
struct node;
struct source;
struct target;
struct test_finding;
struct test_result;
struct world;

/* Yes; or no, and why not. */
struct value observe_answer(bool truth, struct str why_not);

/* Yes or no, with what is to be said of either. */
struct value observe_remark(bool truth, struct str remark);

/* What this machine lacks for an answer. */
struct value observe_lacks(struct str reason);

/* The same of a compiler, a disassembler or the emulator. */
struct value observe_lacks_tool(struct str reason);

/* Likewise, a device: NAME. */
struct value observe_needs_gpu(struct arena *a, struct str name);

/* Whether what came of a test is what the claim's marker says; or why the
   emulator cannot tell. */
struct value observe_outcome(struct arena *a, const struct claim *c,
			     const struct test_result *t, bool emulated);

/* The first finding of a kind; NULL if there is none. */
const struct test_finding *observe_finding(const struct test_result *t,
					   struct str kind);

/* Why a target has no answer; kind NONE. */
struct value observe_built_lack(struct arena *a, const struct world *w,
				const struct target *t);

/* What a target's PTX or SASS has of what a fact asks for; of a refutation,
   what it has instead. */
struct value observe_listing(struct arena *a, const struct world *w,
			     const struct target *t, const struct claim *c,
			     const struct fact *f);

/* What ptxas says that its kernel uses: registers, spills, stack, shared. */
struct value observe_resources(struct arena *a, const struct world *w,
			       const struct target *t, const struct fact *f);

/* Whether a name that was looked up is there, and since which architecture; if
   not, why, and of what depends on it for which architecture. */
struct value observe_name(struct arena *a, const struct target *t,
			  const struct name_found *n);

/* `exists(NAME)` and `min_sm(NAME)`: what building the target found of it. */
struct value observe_api(struct arena *a, const struct world *w,
			 const struct target *t, const struct fact *f);

/* What evidence of a target's job says of itself that is not so of the target:
   a reason, or empty. */
struct str observe_unbound(struct arena *a, const struct world *w,
			   const struct target *t, const struct evidence *e);

/* Whether nvcc does not build for the architecture of a target. */
bool observe_lacks_sm(const struct world *w, const struct target *t);

/* Whether a test came out as its page says, with the reason; or why that is
   not known. */
struct value observe_test(struct arena *a, const struct world *w,
			  const struct target *t, const struct claim *c);

/* `TEST`, `TEST.max_rel`. */
struct value observe_run(struct arena *a, const struct world *w,
			 const struct target *t, const struct claim *c,
			 const struct fact *f);

/* What a page probe measured: its rate, its time. */
struct value observe_page_probe(struct arena *a, const struct world *w,
				const struct target *t,
				const struct evidence *e,
				const struct fact *f);

/* Whether a page, a file or sources.yaml has a source of that id. */
bool observe_has_source(struct arena *a, const struct world *w, size_t page,
			struct str id);

/* `L10` or `L10-L20`: the first and last line. */
bool observe_parse_lines(struct str anchor, uint64_t *first, uint64_t *last);

/* Where an anchor sends its reader; without source, and why, if there is no
   such place. */
struct span observe_place(const struct source *s, struct str anchor,
			  struct str *why);

/* Whether a text has a heading that is so called or so linked. */
bool observe_has_heading(const struct source *s, struct str anchor);

/* A citation: the source is there and, where it is stored, says it. */
struct value observe_cited(struct arena *a, const struct world *w,
			   size_t page, const struct claim *c);

/* `anchor: L10-L20` beside `path:`: the file has these lines. */
struct value observe_lines(struct arena *a, const struct world *w,
			   size_t page, const struct claim *c);

/* A heading of a page. */
struct value observe_heading(const struct world *w, size_t page,
			     const struct claim *c);

/* Whether there is a source of that id, as above; not known where folders that
   kbc.yaml names are on another machine. */
struct value observe_source(struct arena *a, const struct world *w,
			    size_t page, struct str id);

/* The nearest value under that key beside a node or in a map around it; NULL if
   there is none. */
const struct node *observe_list(const struct node *n, struct str key);

/* Whether a text stands anywhere in a value, or as a key of it. */
bool observe_holds(const struct node *n, struct str word);

/* `file UNDER`: a file or folder that lies below that one, links followed; of
   `.` below the page's own, from which its path is then. */
struct value observe_under(struct arena *a, const struct world *w, size_t page,
			   const struct claim *c);

/* `there PATH`: a file or folder of that path, as wiki_file finds it. */
struct value observe_there(struct arena *a, const struct world *w, size_t page,
			   const struct claim *c);

/* `placed GLOB`: the page's own path is of that glob. */
struct value observe_placed(struct arena *a, const struct world *w,
			    size_t page, const struct claim *c);

/* `sha256 KEY`: the digest of the file under that key beside it. */
struct value observe_sha256(struct arena *a, const struct world *w,
			    size_t page, const struct claim *c);

/* `size MOST [PATH]`: the file, or all files of the folder, that the text or
   PATH names, from the page's folder, have so many bytes at most. */
struct value observe_size(struct arena *a, const struct world *w, size_t page,
			  const struct claim *c);

/* `lists KEY GLOB…`: the list has under KEY each such file of the page's folder
   and below, but the page itself. */
struct value observe_lists(struct arena *a, const struct world *w, size_t page,
			   const struct claim *c);

/* `count LIST [KEY=TEXT]`: the number of rows in that list, all or those. */
struct value observe_row_count(struct arena *a, const struct claim *c);

/* `unique KEY`: no two rows of the list have the same text under KEY. */
struct value observe_unique(struct arena *a, const struct claim *c);

/* `row FILE[#LIST] KEY[=TEXT]…`: the file has a row with these texts, without
   one that of the value. Not known without the file. */
struct value observe_row(struct arena *a, const struct world *w, size_t page,
			 const struct claim *c);

/* `until FILE#KEY`: no later than what the file has under KEY, in the order of
   bytes, as far as that goes; `same FILE#KEY`: that, and no earlier. Not asked
   where there is no such file. */
struct value observe_until(struct arena *a, const struct world *w, size_t page,
			   const struct claim *c);

/* `mentions KEY TEXT`: a page, or a file with a front matter, which has that
   text there under KEY or within. */
struct value observe_mentions(struct arena *a, const struct world *w,
			      size_t page, const struct claim *c);

/* `vocabulary FILE#key,key [aliases FILE]`: the word is in the file, below one
   of the keys; if not, what it is an alias of. */
struct value observe_vocabulary(struct arena *a, const struct world *w,
				size_t page, const struct claim *c);

/* `listed KEY`: the word is in the list KEY of the page, too. */
struct value observe_listed(struct arena *a, const struct claim *c);

/* `gathers KEY FILE#key`: words of the list KEY that the file has are in this
   list. */
struct value observe_gathers(struct arena *a, const struct world *w,
			     size_t page, const struct claim *c);

/* `folder UNDER`: a folder of the wiki below that one. */
struct value observe_folder(struct arena *a, const struct world *w,
			    const struct claim *c);

/* `gpu [FILE]`: a device that runs code of the page's architectures. */
struct value observe_gpu(struct arena *a, const struct world *w, size_t page,
			 const struct claim *c);

/* `rung`: other claims of the page bear out how far it says it goes. */
struct value observe_rung(struct arena *a, const struct world *w, size_t page,
			  const struct claim *c);

/* An architecture that the toolkit builds. */
struct value observe_arch(struct arena *a, const struct world *w,
			  const struct claim *c);

/* A feature that the claim's architecture has. */
struct value observe_feature(struct arena *a, const struct claim *c);

/* `metric(k, "…")`, `metric_exists("…")`, `metric_text("…") has "…"`. */
struct value observe_counter(struct arena *a, const struct world *w,
			     const struct target *t, const struct claim *c,
			     const struct fact *f);

/* The latter two: what the profiler lists of a name. */
struct value observe_metric(struct arena *a, const struct world *w,
			    const struct claim *c, const struct fact *f);

/* Whether it does not have a metric, as far as is known; then *lack says so. */
bool observe_metric_lacks(struct arena *a, const struct world *w,
			  const struct claim *c, struct str name,
			  struct value *lack);

/* `needs ncu`. */
struct value observe_lacks_ncu(void);

/* A metric that the profiler lists. */
struct value observe_metric_name(struct arena *a, const struct world *w,
				 const struct claim *c);
