/*
 * The language server: JSON-RPC over standard input and output, LSP 3.17.
 *
 * The idea: one loop. All messages that wait are read before the first is
 * answered, so a request that has been taken back since is answered by that;
 * when nothing waits any more the pages that changed are looked at and their
 * diagnostics sent. There are no threads and no timer: a page is looked at in
 * the time of a key.
 *
 * Two tables say which requests and which notifications there are; what they
 * do is in the other parts. A message that is none is answered with an error
 * and the next one is read.
 */
#include "lsp.h"

#include "arena.h"
#include "buf.h"
#include "json.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

#include <stdio.h>

/* Errors of JSON-RPC and of the protocol. */
enum fault {
	FAULT_PARSE = -32700, FAULT_REQUEST = -32600, FAULT_METHOD = -32601,
	FAULT_PARAMS = -32602, FAULT_EARLY = -32002, FAULT_CANCELLED = -32800
};

/* --- sending -------------------------------------------------------------- */

void
lsp_notify(struct lsp *l, const char *method, json_t *params)
{
	frame_write(&l->scratch, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0",
					   "method", method, "params",
					   params));
}

/* MessageType: an error in a window, or a line of the log. */
void
lsp_say(struct lsp *l, bool window, struct str text)
{
	lsp_notify(l, window ? "window/showMessage" : "window/logMessage",
		   json_pack("{s:i, s:o}", "type", window ? 1 : 3, "message",
			     json_text(text)));
}

/* Answers a request; takes the result. */
static void
answer(struct lsp *l, json_t *id, json_t *result)
{
	frame_write(&l->scratch, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0",
					   "id", id, "result",
					   result ? result : json_null()));
}

/* Without an id, of what is no request: NULL. */
static void
refuse(struct lsp *l, json_t *id, enum fault fault, const char *text)
{
	frame_write(&l->scratch, json_pack("{s:s, s:O, s:{s:i, s:s}}",
					   "jsonrpc", "2.0", "id",
					   id ? id : json_null(), "error",
					   "code", (int)fault, "message",
					   text));
}

/* --- requests ------------------------------------------------------------- */

/* Whether a list has the text. */
static bool
has_text(const json_t *list, const char *text)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		if (json_is_string(one) &&
		    strcmp(json_string_value(one), text) == 0)
			return true;
	}
	return false;
}

/* A member of a member of an object; NULL if it is not there. */
static json_t *
member_of(const json_t *o, const char *key, const char *below)
{
	return json_object_get(json_object_get(o, key), below);
}

/* Bytes if the editor counts so as well, else what every editor counts. */
static const char *
choose_units(struct lsp *l, const json_t *capabilities)
{
	const json_t *offered = member_of(capabilities, "general",
					  "positionEncodings");

	l->units = has_text(offered, "utf-8") ? UNITS_UTF8 : UNITS_UTF16;
	return l->units == UNITS_UTF8 ? "utf-8" : "utf-16";
}

/* The first folder that the editor has open. */
static void
keep_folder(struct lsp *l, const json_t *params)
{
	const json_t *first = json_array_get(
		json_object_get(params, "workspaceFolders"), 0);
	struct str uri = json_member_text(first, "uri");

	if (uri.n == 0)
		uri = json_member_text(params, "rootUri");
	uri_path(l->arena, &l->folder, uri);
}

/* What the server can do. */
static json_t *
initialize(struct lsp *l, const json_t *params)
{
	const json_t *can = json_object_get(params, "capabilities");
	const json_t *watched = member_of(can, "workspace",
					  "didChangeWatchedFiles");

	l->watches = json_is_true(json_object_get(watched,
						  "dynamicRegistration"));
	l->phase = LSP_READY;
	keep_folder(l, params);
	return json_pack("{s:{s:s, s:{s:b, s:i, s:{s:b}}, s:b, s:b, s:b, s:b, "
		"s:{s:[s, s]}}, s:{s:s, s:s}}", "capabilities",
		"positionEncoding", choose_units(l, can), "textDocumentSync",
		"openClose", 1, "change", 2, "save", "includeText", 0,
		"hoverProvider", 1, "definitionProvider", 1,
		"implementationProvider", 1, "documentSymbolProvider", 1,
		"codeActionProvider", "codeActionKinds", "quickfix",
		"source.fixAll", "serverInfo", "name", "kbc", "version",
		KBC_VERSION);
}

static json_t *
shut_down(struct lsp *l, const json_t *params)
{
	(void)params;
	l->phase = LSP_SHUT;
	return NULL;
}

static const struct request {
	const char *method;
	json_t *(*run)(struct lsp *l, const json_t *params);
	/* of an open document, which NULL stands for the above */
	json_t *(*ask)(struct lsp *l, struct document *d,
		       const json_t *params);
} requests[] = {
	{ "initialize", initialize, NULL },
	{ "shutdown", shut_down, NULL },
	{ "textDocument/hover", NULL, hover_answer },
	{ "textDocument/codeAction", NULL, action_answer },
	{ "textDocument/definition", NULL, definition_answer },
	{ "textDocument/implementation", NULL, implementation_answer },
	{ "textDocument/documentSymbol", NULL, symbols_answer },
};

static const struct request *
find_request(struct str method)
{
	for (size_t i = 0; i < COUNT_OF(requests); i++)
		if (str_equal(str_of(requests[i].method), method))
			return &requests[i];
	return NULL;
}

static bool
equal_ids(const json_t *a, const json_t *b)
{
	return a && b && json_equal(a, b);
}

/* Whether a message that waits takes the request back. */
static bool
is_cancelled(const struct lsp *l, const json_t *id)
{
	for (size_t i = l->first; i < l->nqueue; i++) {
		const json_t *m = l->queue[i];

		if (str_equal(json_member_text(m, "method"),
			      STR("$/cancelRequest")) &&
		    equal_ids(member_of(m, "params", "id"), id))
			return true;
	}
	return false;
}

static void
ask_document(struct lsp *l, const struct request *r, json_t *id,
	     const json_t *params)
{
	struct document *d = document_find(l, params);

	if (!d)
		refuse(l, id, FAULT_PARAMS, "no such document is open");
	else if (!document_check(l, d))
		answer(l, id, NULL);
	else
		answer(l, id, r->ask(l, d, params));
}

static void
take_request(struct lsp *l, struct str method, json_t *id,
	     const json_t *params)
{
	const struct request *r = find_request(method);
	bool first = r && r->run == initialize;

	if (!json_is_string(id) && !json_is_integer(id))
		refuse(l, NULL, FAULT_REQUEST, "an id is a text or a number");
	else if (l->phase == LSP_NEW && !first)
		refuse(l, id, FAULT_EARLY, "'initialize' comes first");
	else if (l->phase == LSP_SHUT)
		refuse(l, id, FAULT_REQUEST, "nothing is answered behind "
		       "'shutdown'");
	else if (l->phase == LSP_READY && first)
		refuse(l, id, FAULT_REQUEST, "'initialize' comes once");
	else if (!r)
		refuse(l, id, FAULT_METHOD, "there is no such request");
	else if (is_cancelled(l, id))
		refuse(l, id, FAULT_CANCELLED, "the request was taken back");
	else if (r->run)
		answer(l, id, r->run(l, params));
	else
		ask_document(l, r, id, params);
}

/* --- notifications -------------------------------------------------------- */

/* Asks for news of the files that a wiki is made of. */
static void
watch_files(struct lsp *l, const json_t *params)
{
	static const char *const globs[] = {
		"**/*.md", "**/kbc.yaml", "**/evidence/**/*.json",
	};
	json_t *watchers = json_array();

	(void)params;
	for (size_t i = 0; i < COUNT_OF(globs); i++)
		json_array_append_new(watchers, json_pack("{s:s}",
			"globPattern", globs[i]));
	if (!l->watches) {
		json_decref(watchers);
		return;
	}
	frame_write(&l->scratch, json_pack("{s:s, s:s, s:s, s:{s:[{s:s, s:s, "
		"s:{s:o}}]}}", "jsonrpc", "2.0", "id", "kbc-watch", "method",
		"client/registerCapability", "params", "registrations", "id",
		"kbc-watch", "method", "workspace/didChangeWatchedFiles",
		"registerOptions", "watchers", watchers));
}

/* Files have changed: whichever. */
static void
look_again(struct lsp *l, const json_t *params)
{
	(void)params;
	document_save(l, NULL);
}

static void
leave(struct lsp *l, const json_t *params)
{
	(void)params;
	l->status = l->phase == LSP_SHUT ? 0 : 1;
	l->phase = LSP_GONE;
}

static const struct notification {
	const char *method;
	void (*run)(struct lsp *l, const json_t *params);
	bool always;           /* whatever was said before */
} notifications[] = {
	{ "exit", leave, true },
	{ "initialized", watch_files, false },
	{ "textDocument/didOpen", document_open, false },
	{ "textDocument/didChange", document_change, false },
	{ "textDocument/didSave", document_save, false },
	{ "textDocument/didClose", document_close, false },
	{ "workspace/didChangeWatchedFiles", look_again, false },
};

static void
take_notification(struct lsp *l, struct str method, const json_t *params)
{
	for (size_t i = 0; i < COUNT_OF(notifications); i++) {
		const struct notification *n = &notifications[i];

		if (str_equal(str_of(n->method), method) &&
		    (n->always || l->phase == LSP_READY))
			n->run(l, params);
	}
}

/* --- the loop ------------------------------------------------------------- */

static void
take_message(struct lsp *l, const json_t *m)
{
	struct str method = json_member_text(m, "method");
	json_t *id = json_object_get(m, "id");
	const json_t *params = json_object_get(m, "params");
	bool is_answer = json_object_get(m, "result") ||
			 json_object_get(m, "error");

	if (method.n > 0 && id)
		take_request(l, method, id, params);
	else if (method.n > 0)
		take_notification(l, method, params);
	else if (!is_answer)
		refuse(l, NULL, FAULT_REQUEST, "a message is an object with a "
		       "'method'");
	arena_clear(l->request);
}

/* Reads all messages that wait, once there is one. */
static void
fill_queue(struct lsp *l)
{
	enum frame frame;
	struct str text;

	l->first = l->nqueue = 0;
	while ((frame = frame_next(&l->frames, &text)) != FRAME_NONE) {
		json_t *m = frame == FRAME_TEXT ? json_parse(text) : NULL;

		if (!m) {
			refuse(l, NULL, FAULT_PARSE, "that is no message");
			continue;
		}
		l->queue = arena_grow(l->arena, l->queue, l->nqueue,
				      &l->capqueue, sizeof(json_t *));
		l->queue[l->nqueue++] = m;
	}
}

static void
work(struct lsp *l)
{
	for (;;) {
		fill_queue(l);
		while (l->first < l->nqueue && l->phase != LSP_GONE) {
			json_t *m = l->queue[l->first++];

			take_message(l, m);
			json_decref(m);
		}
		if (l->phase == LSP_GONE || l->frames.ended)
			break;
		if (l->phase == LSP_READY && !frame_waits(&l->frames)) {
			documents_tell(l);
			arena_clear(l->request);
		}
		frame_read(&l->frames);
	}
}

/* Lets go of all that is open. */
static void
end(struct lsp *l)
{
	while (l->first < l->nqueue)
		json_decref(l->queue[l->first++]);
	while (l->ndocuments > 0) {
		struct document *d = l->documents[--l->ndocuments];
		struct desk *desk = d->desk;

		document_forget(d);
		document_free(d);
		if (desk)
			desk_leave(l, desk);
	}
	buf_free(&l->frames.in);
	buf_free(&l->scratch);
	arena_free(l->request);
	arena_free(l->arena);
}

int
lsp_serve(const struct session *given)
{
	struct lsp l = { .given = given, .arena = arena_make(),
			 .request = arena_make(), .status = 1 };

	work(&l);
	end(&l);
	return l.status;
}
