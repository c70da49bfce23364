/*
 * Evidence: results as JSON files, "kbc-evidence 1". One for each job:
 *
 *   {"format":"kbc-evidence 1","job":"fma_f32","key":"8d2f","harness":"00ff",
 *    "cubin":"SHA-256","target":"sm_90a","toolkit":"13.0.88","runner":"0.1.0",
 *    "device":{"name":"NVIDIA H200","cc":"9.0","sm_count":132, ...,
 *     "driver":"580.159.04","ecc":true,"mig":false,"date":"2026-11-30"},
 *    "cases":[{"params":{"chains":"4"},"entry":"k_c4","grid":[528,1,1],
 *     "block":[256,1,1],"n":4096,"measure":"events","slope":"iterations",
 *     "unit":"ns"}],
 *    "runs":[{"started":"2026-11-30T03:20:11Z","ended":...,"replicates":[
 *     {"valid":true,"dropped":null,"conditions":{"sm_clock_mhz":1980,
 *      "memory_clock_mhz":3201,"temperature_c":41,"power_mw":350000,
 *      "throttle":0,"power_cap":false,"other_processes":0,"mig":false,
 *      "ecc":true,"mps":false},
 *      "samples":[[[five at N],[five at 4N]]]}]}],
 *    "error":null}
 *
 * Samples are in the order of cases, one pair of lists for each. After an
 * error there are the replicates that were complete before, maybe none, and
 *
 *   "error":{"kind":"launch","code":700,"name":"CUDA_ERROR_ILLEGAL_ADDRESS",
 *    "case":0,"text":"..."}
 *
 * kind: crash hang memory launch check no-image load; code: the driver's, or
 * the signal of a crash; case: an index; all but kind and text may be null.
 * The name of a check: unwritten wrong different unscaled.
 *
 * Words of dropped: mig mps other-process hw-slowdown hw-thermal
 * hw-power-brake sw-thermal power-cap sync-boost throttle.
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
