/*
 * The last words of a program that cannot go on.
 */

/* Print "kbc-run: MESSAGE" on the standard error and exit with status 2. */
_Noreturn void die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Print "kbc-run: MESSAGE" on the standard error and return. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
