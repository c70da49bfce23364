/*
 * kbc lsp: the language server, which an editor starts and talks to over
 * standard input and output.
 *
 * The idea: which wikis there are says the editor, by the pages that it opens;
 * the command line has nothing to say. Nothing is built, measured or written.
 *
 * What is answered is lsp.c.
 */
#include "cmd.h"
#include "diag.h"
#include "lsp.h"
#include "session.h"

int
cmd_lsp(struct session *s)
{
	return lsp_serve(s);
}
