/* What the parts of `emit` share. Nobody else includes this. */
#include "str.h"

struct buf;
struct fence;
struct target;

/* A source while it is written: its text, and where in it we are. */
struct emitter {
	struct buf *out;
	const struct target *target;
	size_t seen;        /* offset in out of what is counted */
	uint32_t line;      /* number of the line at `seen`, from 1 */
	uint32_t next;      /* page line that the compiler expects next; 0:
			       it counts in the source itself */
	bool spliced;       /* the last line ends in a backslash */
	bool misled;        /* it may have named another place */
	bool common;        /* of a probe: these lines are of the file that
			       it has in common with others */
};

/* Sets e up to write the source of t behind what out holds. */
void emit_begin(struct emitter *e, struct buf *out, const struct target *t);

/* What follows is kbc's own: the compiler counts in the source itself. */
void emit_begin_own(struct emitter *e);

/* A line of kbc's own; short, since nothing of a page is in it. */
void emit_own(struct emitter *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A line of the page, which the compiler is told is its line `number`. */
void emit_page_line(struct emitter *e, struct str line, uint32_t number);

/* The lines of a fence; #include lines are left out when they were hoisted. */
void emit_fence_lines(struct emitter *e, const struct fence *f, bool hoisted);

/* A fragment as the kernel of that name. */
void emit_fragment(struct emitter *e, const struct fence *f,
		   struct str entry);

/* The first line of a source. */
void emit_title(struct emitter *e, const char *sign);

/*
 * text with every byte but [A-Za-z0-9_./-] as %XX: safe in a comment, in a
 * string, in a #line, and one to one.
 */
void emit_quoted(struct buf *out, struct str text);

/* The includes that the code of a target can need, by its words. */
void emit_headers(struct emitter *e);

/* As emit_headers, for one text. */
void emit_headers_of(struct emitter *e, struct str text);

/* The includes that the names of a target can need. */
void emit_names_headers(struct emitter *e);

/* Whether a name is a word of the language. */
bool emit_is_word(struct str name);

/* The kinds. */
void emit_probe(struct emitter *e);
void emit_unit(struct emitter *e);
void emit_body(struct emitter *e);
void emit_call(struct emitter *e);
void emit_names(struct emitter *e);
void emit_ptx(struct emitter *e);
void emit_run(struct emitter *e);

/* A call whose text is a PTX mnemonic: the body of its kernel. False when
   its operands are not known. */
bool emit_asm(struct emitter *e, struct str mnemonic);
