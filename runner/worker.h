/*
 * The worker: a process of its own that visits jobs on one device.
 */

enum { WORKER_ORDERS = 0, WORKER_REPORTS = 3 }; /* descriptors */

/* Obey the orders on WORKER_ORDERS; returns the exit status. */
int worker_run(void);
