/*
 * Processes that workers leave behind, which this process inherits.
 */
#include <sys/types.h>

/* When a process started, in the kernel's ticks; 0 if it is gone. */
unsigned long long strays_find_start(pid_t pid);

/*
 * Kill and reap the processes that we inherited, but not those that are older
 * than BORN, which came with our own process, and not those of SPARED, a list
 * that ends in 0, or in a process group of theirs.
 */
void strays_end(unsigned long long born, const pid_t *spared);
