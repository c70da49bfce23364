/*
 * What completes command lines of kbc-run.
 */
#include <stdbool.h>

/* Print the script for a shell: bash, zsh or fish; another one ends the
   program. */
void complete_print(const char *shell);
