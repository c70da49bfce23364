/*
 * What the parts of `lsp` alone share. Nobody else includes this; buf.h,
 * session.h, wiki.h and writeback.h come before it.
 */
#include <jansson.h>

struct arena;
struct diag;
struct edits;
struct page;
struct world;

/* --- lsp_frame.c: messages on the wire ------------------------------------ */

/* What was read and not yet taken. */
struct frames {
	struct buf in;
	size_t at;          /* before it all is taken */
	size_t skip;        /* bytes of a body that are still to be thrown
			       away */
	bool ended;         /* nothing more comes */
};

enum frame {
	FRAME_NONE,         /* more has to be read first */
	FRAME_TEXT,         /* a body */
	FRAME_BAD           /* no header, or a body that is too long */
};

/* The next message; its text is good until the next read. */
enum frame frame_next(struct frames *f, struct str *text);

/* Waits for bytes, and takes what is there. */
void frame_read(struct frames *f);

/* Whether bytes wait to be read. */
bool frame_waits(const struct frames *f);

/* Writes a message and lets go of it. */
void frame_write(struct buf *scratch, json_t *message);

/* --- lsp_text.c: places as the protocol has them -------------------------- */

/* What a character of a position is: what both sides agreed on. */
enum units { UNITS_UTF16, UNITS_UTF8, UNITS_UTF32 };

/* A text and where its lines start; a lone CR ends one, too. */
struct lines {
	struct str text;
	uint32_t *starts;
	size_t n;
	struct halfway {        /* places in long lines, in order: how many
				   units of its line are before one */
		uint32_t at, units;
	} *halfway;
	size_t nhalfway, caphalfway;
	enum units units;
};

/* Finds where the lines of a text start; the text must outlive them. */
void lines_make(struct arena *a, struct lines *out, struct str text,
		enum units units);

/* The offset of a position, which is clipped to its line and to the text.
   False when it is none. */
bool lines_offset(const struct lines *l, const json_t *position, size_t *at);

/* Both ends of a range, in order. */
bool lines_range(const struct lines *l, const json_t *range, size_t *from,
		 size_t *to);

/* n bytes from offset at as a range. */
json_t *lines_json(const struct lines *l, size_t at, size_t n);

/* The path of a `file:` URI; false for any other. */
bool uri_path(struct arena *a, struct str *path, struct str uri);

/* The path that a text of an `untitled:` URI may be saved as: that in it, else
   its name in the folder, which may be empty. False for any other, or when a
   file is there. */
bool unsaved_path(struct arena *a, struct str *path, struct str folder,
		  struct str uri);

/* The URI of an absolute path. */
struct str uri_make(struct arena *a, struct str path);

/* --- the server ----------------------------------------------------------- */

/* One wiki of which pages are open. */
struct desk {
	struct arena *own;      /* as long as it is here */
	struct arena *arena;    /* of the wiki as it was opened last */
	struct str root;
	struct session session;
	struct wiki view;
	struct texts texts;     /* of pages that are open */
	size_t captexts, cappaths;
	struct memory known;
	bool good;              /* it could be opened */
	bool old;               /* it is to be opened again */
	struct buf picture;     /* stamps of what it was opened from */
	struct buf told;        /* URIs of files with messages of the wiki, a
				   line each */
	struct buf said;        /* what the user was told of it */
	size_t npages;          /* documents that are at it */
};

/* A text that the editor has open. */
struct document {
	struct arena *own;
	struct str uri, path;   /* path: empty for no file */
	json_int_t version;
	struct buf text;        /* a NUL stands behind it */
	struct desk *desk;      /* NULL: it is in no wiki */
	size_t page;            /* of the wiki; SIZE_MAX: none of its */
	bool due;               /* its messages are to be told */
	/* what was found of this text, if it was looked at */
	bool found;
	struct arena *arena;
	struct lines lines;
	struct page_verdicts verdicts;
	const struct world *world;
	uint32_t *needs;        /* pages that it comes from, too */
	size_t nneeds;
};

struct lsp {
	const struct session *given;
	struct arena *arena;    /* of the server */
	struct arena *request;  /* of the message at hand */
	enum { LSP_NEW, LSP_READY, LSP_SHUT, LSP_GONE } phase;
	int status;
	enum units units;
	bool watches;           /* the editor would tell of files */
	struct str folder;      /* that the editor works in; may be empty */
	struct frames frames;
	struct buf scratch;
	struct document **documents;
	size_t ndocuments, capdocuments;
	struct desk **desks;
	size_t ndesks, capdesks;
	json_t **queue;         /* messages that are read */
	size_t first, nqueue, capqueue;
};

/* Sends a notification; takes its parameters. */
void lsp_notify(struct lsp *l, const char *method, json_t *params);

/* Says something to the user: in a window, or only in a log. */
void lsp_say(struct lsp *l, bool window, struct str text);

/* --- lsp_desk.c: wikis ---------------------------------------------------- */

/* The desk of the wiki around a page's path; NULL when there is none. */
struct desk *desk_find(struct lsp *l, struct str path);

/* One page less is at the desk; of the last one it goes. */
void desk_leave(struct lsp *l, struct desk *d);

/* Opens the wiki of a desk again if it is old or not as it was on disk; true
   when it is open. What its documents have found is forgotten then. */
bool desk_refresh(struct lsp *l, struct desk *d);

/* What stands for the files of open pages. */
void desk_overlay(struct lsp *l, struct desk *d);

/* --- lsp_page.c: documents ------------------------------------------------ */

/* The document of `params.textDocument.uri`; NULL if it is not open. */
struct document *document_find(struct lsp *l, const json_t *params);

/* The notifications of the editor. */
void document_open(struct lsp *l, const json_t *params);
void document_change(struct lsp *l, const json_t *params);
void document_save(struct lsp *l, const json_t *params);
void document_close(struct lsp *l, const json_t *params);

/* Forgets what was found of it, which is due then. */
void document_forget(struct document *d);

/* Sees to it that what the text says is found; false when nothing is. */
bool document_check(struct lsp *l, struct document *d);

/* Tells messages of all documents that are due. */
void documents_tell(struct lsp *l);

/* Lets go of one, and of all at the end. */
void document_free(struct document *d);

/* --- lsp_diagnose.c: messages --------------------------------------------- */

/* Tells all messages of a page that was checked, or that there are none, also
   of one that is closed; a file of the wiki keeps those of that. */
void diagnose_page(struct lsp *l, struct document *d);
void diagnose_closed(struct lsp *l, struct document *d);

/* Tells what is said of the wiki itself. */
void diagnose_wiki(struct lsp *l, struct desk *d, const struct diag *said);

/* --- what an editor asks; NULL for nothing -------------------------------- */

/* lsp_hover.c: what is known of the number at a place. */
json_t *hover_answer(struct lsp *l, struct document *d, const json_t *params);

/* lsp_action.c: what could be put into a stretch. */
json_t *action_answer(struct lsp *l, struct document *d,
		      const json_t *params);

/* Actions for one stretch under way. */
struct offers {
	struct lsp *l;
	struct document *d;
	const struct page *page; /* the document's own */
	size_t from, to;
	json_t *items;
};

/* Actions that are offered; nobody reads more. */
#define OFFERS_MAX 50

/* Whether a span touches the stretch. */
bool offers_touch(const struct offers *o, struct span s);

/* Adds one, of these edits. */
void offers_add(struct offers *o, const char *kind, struct str title,
		const struct edits *edits);

/* lsp_propose.c: markers for numbers that nothing checks. */
void offers_propose(struct offers *o);

/* lsp_place.c: where a name comes from, and what was made of a marker. */
json_t *definition_answer(struct lsp *l, struct document *d,
			  const json_t *params);
json_t *implementation_answer(struct lsp *l, struct document *d,
			      const json_t *params);
json_t *symbols_answer(struct lsp *l, struct document *d,
		       const json_t *params);

/* The claim whose number, words or marker are at an offset, the narrowest; its
   number among the page's, SIZE_MAX for none. */
size_t claim_at_place(const struct document *d, size_t at);
