/* The commands of kbc. */
#include "str.h"

struct session;

/* Runs what the command line says. Exit status. */
int cmd_main(int argc, char **argv);

/* How every command ends: all messages are said. Exit status. */
int cmd_finish(const struct session *s);

/* Takes the first argument that is no option from the paths; false when there
   is none. */
bool cmd_take_first(struct session *s, struct str *first);

/* The commands themselves; exit status. */
int cmd_check(struct session *s);
int cmd_verify(struct session *s);
int cmd_fix(struct session *s);
int cmd_tables(struct session *s);
int cmd_diff(struct session *s);
int cmd_gate(struct session *s);
int cmd_suggest(struct session *s);
int cmd_lsp(struct session *s);
int cmd_coverage(struct session *s);
int cmd_report(struct session *s);
int cmd_list(struct session *s);
int cmd_explain(struct session *s);
int cmd_init(struct session *s);
int cmd_doctor(struct session *s);
int cmd_pack(struct session *s);
int cmd_collect(struct session *s);
int cmd_sign(struct session *s);
int cmd_attest(struct session *s);
int cmd_dump(struct session *s);
