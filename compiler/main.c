/* kbc: the door. What the program does is in cmd.c, in ARCHITECTURE.md how. */
#include "cmd.h"

int
main(int argc, char **argv)
{
	return cmd_main(argc, argv);
}
