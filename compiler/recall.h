/*
 * What judging looks up again and again: names of jobs, YAML files that many
 * pages lean on. Looked up once; of one thread.
 */
#include "str.h"

struct arena;
struct node;
struct recall;
struct target;

/* What is recalled stays as long as a. */
struct recall *recall_make(struct arena *a);

/* As pack_name; the target's name decides which it is. */
struct str recall_job(struct recall *r, const struct target *t);

/* The YAML file at path; NULL if it cannot be read or is no YAML. */
const struct node *recall_yaml(struct recall *r, struct str path);
