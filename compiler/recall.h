/*
 * What judging asks for again and again, found once: names of jobs, YAML files
 * that many pages lean on. For one thread alone.
 */
#include "str.h"

struct arena;
struct node;
struct recall;
struct target;

/* What is recalled stays as long as a. */
struct recall *recall_make(struct arena *a);

/* pack_name of a target; targets of one name are taken for one. */
struct str recall_job(struct recall *r, const struct target *t);

/* The YAML file at path; NULL if it cannot be read or is no YAML. */
const struct node *recall_yaml(struct recall *r, struct str path);
