/* The language server: pages as they are typed, for editors. */
#include "str.h"

struct session;

/*
 * Answers the messages on standard input until the editor goes; of `given` no
 * pass is done. Exit status, as the protocol has it: 0 for an `exit` behind
 * `shutdown`, else 1.
 */
int lsp_serve(const struct session *given);
