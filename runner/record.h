/*
 * Evidence: results as JSON files.
 */
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct results;

/* Append the device record, as device.json holds it. */
void record_emit_device(const struct results *r, struct buf *out);

/* Append the evidence of job number JOB. */
void record_emit_job(const struct results *r, size_t job, struct buf *out);

/*
 * Write device.json and one file for each wanted job into FOLDER. False,
 * after a message, if one cannot be written.
 */
bool record_write(const struct results *r, const char *folder);
