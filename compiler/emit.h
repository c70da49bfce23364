/*
 * Targets as CUDA or PTX text. The text is a function of the plan alone: no
 * dates, versions, absolute paths. The first line says what it is; #line maps
 * each line of a page to its page and line.
 */
#include "str.h"

struct arena;
struct buf;
struct claims;
struct plan;
struct target;
struct wiki;

/* Whether a line is a preprocessor directive, `#` in either spelling; then
   *line is what stands behind the sign. */
bool emit_directive(struct str *line);

/* The source of one target. */
void emit_source(struct buf *out, const struct target *t);

/* `.cu` or `.ptx`. */
struct str emit_suffix(const struct target *t);

/* Whether a text is a source that kbc made, by its first line. */
bool emit_is_made(struct str text);

/*
 * The name that sources give a page: its own, with every byte but
 * [A-Za-z0-9_./-] as %XX. Complaints of the compiler name it so.
 */
struct str emit_page_name(struct arena *a, struct str name);

/* The line of the file `names` that stands for the first name of a target. */
#define EMIT_NAMES_LINE 2

/* Whether a CUDA name can be looked up at all: letters, digits, `_`, `::`. */
bool emit_is_name(struct str name);

/*
 * The page line that each line of a PTX fence's source comes from, 0 for
 * kbc's own; the number of lines.
 */
size_t emit_ptx_lines(struct arena *a, uint32_t **out, const struct target *t);

/*
 * The mnemonics of a PTX fence's statements that are not in its source, since
 * their operands are declared elsewhere, and the page line of each; the count.
 */
size_t emit_ptx_mnemonics(struct arena *a, struct str **names,
			  uint32_t **lines, const struct target *t);

/* Whether the target is a PTX fence with an entry or function of its own, whose
   code is all there; else its statements are assembled in a kernel of ours. */
bool emit_ptx_is_module(const struct target *t);

/* A PTX fence as a module for listing_parse_ptx: every statement, as it is
   written, of which the source may leave some out (emit_ptx_mnemonics). */
struct str emit_ptx_listing(struct arena *a, const struct target *t);

/* Whether a PTX fence has an instruction at all. */
bool emit_ptx_has_code(const struct target *t);

/* The source that asks for these, `NAME-names.ptx`; false with no text when
   there are none. */
bool emit_mnemonics(struct buf *out, const struct target *t);

/* The source with code of each CUDA name, `NAME-bodies.cu`, for `kbc step
   needs`; false with no text when there are none. */
bool emit_bodies(struct buf *out, const struct target *t);

/*
 * generated/INDEX: a line for every claim, sorted:
 * claim <TAB> page:line <TAB> what <TAB> source <TAB> evidence.
 * What has several sources names them with commas; `-` stands for none.
 * Evidence is its name without the hash.
 */
void emit_index(struct buf *out, const struct plan *p, const struct wiki *w,
		struct claims *const *claims);

/* The part of a source that evidence is bound to: the architecture and the
   text without kbc's first line and #line. */
void emit_bound(struct buf *out, const struct target *t);
