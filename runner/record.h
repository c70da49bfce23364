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
 * A case of several launches has those behind the first, a case with buffers
 * that were written anew (fresh.h) their names; where N counts launches,
 * replicates have a number for each case (measure.h) before the samples:
 *
 *   "block":[256,1,1],"then":[{"entry":"k","grid":[1,1,1],"block":[32,1,1]}],
 *   "fresh":["x"],"n":2, ... "issue":[0.02],"samples":
 *
 * A test has the SHA-256 of its PTX behind that of the cubin, no cases and no
 * replicates; its run has what came of it, with the
 * first of everything at the least point:
 *
 *   "runs":[{"started":...,"ended":...,"replicates":[],
 *    "test":{"points":4101,"failed":2050,
 *     "checks":[{"text":"out[0] == sum(in) rel 1e-5","array":"out",
 *      "max_rel":0.5,"max_abs":1.2,"max_ulp":9,"bad":2050,
 *      "first":{"point":{"n":2},"index":0,"want":1.5,"got":0.7,"bad":1,
 *       "of":1,"untouched":false}}],
 *     "outputs":[{"name":"y","unwritten":1,"nan":0,
 *      "first_unwritten":{...}}],
 *     "bits":[{"name":"y","hashes":["9178912e27bc14c5",...]}],
 *     "findings":[{"kind":"bounds","kernel":"k","file":"p.md","line":9,
 *      "block":[0,0,0],"thread":[31,0,0],"text":"...","point":{"n":3},
 *      "count":1}]}}]
 *
 * Of an emulator that came to approximate instructions the test also has what
 * the ISA promises of them, "promise":"ex2.approx.f32 may err by 2 ulp", and a
 * check that other results within it change has
 * "leaned":[{"max_rel":1e-7,"max_abs":1e-7,"max_ulp":2,"got":1.5,"bad":1},...]
 * for all of them as large as may be, as small, mixed, true. What these would
 * decide otherwise is neither bad nor unwritten; why is "unsure":"...".
 *
 * bits (trial_bits.h) are those of a test that ran at every point; bad counts
 * points in a check and elements in its first; unwritten and nan
 * count points. Numbers that JSON lacks are "nan", "inf", "-inf". Kinds of
 * findings: bounds unwritten race barrier align trap assert hang unsupported.
 *
 * Samples are in the order of cases, one pair of lists for each. After an
 * error there are the replicates that were complete before, maybe none, and
 *
 *   "error":{"kind":"launch","code":700,"name":"CUDA_ERROR_ILLEGAL_ADDRESS",
 *    "case":0,"text":"..."}
 *
 * kind: crash hang memory launch check no-image load; code: the driver's, or
 * the signal of a crash; case: an index; all but kind and text may be null.
 * The name of a check: unwritten wrong different unscaled test.
 *
 * Words of dropped: mig mps other-process hw-slowdown hw-thermal
 * hw-power-brake sw-thermal power-cap sync-boost throttle.
 */
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct pack_case;
struct results;

/* Append the device record, as device.json holds it. */
void record_emit_device(const struct results *r, struct buf *out);

/* Append the parameters of a case, `"params":{...},`; none for NULL. */
void record_emit_params(const struct pack_case *c, struct buf *out);

/* Write TEXT as FOLDER/NAME.json. False, after a message, if that fails. */
bool record_write_text(const char *folder, const char *name,
		       const struct buf *text);

/*
 * Append where the time went, as lines of words with tabs between: a head, one
 * line for each job that was visited, its times in ms of all visits together,
 * and three for the workers: their lives, and of these the begins and the ends.
 */
void record_emit_cost(const struct results *r, struct buf *out);

/*
 * Write device.json and one file for each wanted job into FOLDER. False,
 * after a message, if one cannot be written.
 */
bool record_write(const struct results *r, const char *folder);
