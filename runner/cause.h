/*
 * What the driver's error codes usually mean for the person at the machine.
 */

/* The usual cause of a failure to open a device; "" if none is known. */
const char *cause_find(int code);

/* The name of a code whose name the driver itself does not tell. */
const char *cause_find_name(int code);
