/*
 * What judging asks for again and again, found once: names of jobs, YAML files
 * that many pages lean on. For one thread alone.
 */
#include "str.h"

struct arena;
struct node;
struct paths;
struct quantity;
struct recall;
struct source;
struct target;
struct value;

/* A text that pages cite, and the numbers it says. */
struct stored {
	const struct source *source;
	struct quantity *said;   /* in order of their places */
	size_t nsaid;
};

/* What is recalled stays as long as a. */
struct recall *recall_make(struct arena *a);

/* pack_name of a target; targets of one name are taken for one. */
struct str recall_job(struct recall *r, const struct target *t);

/* What its evidence is bound to: pack_key, and pack_block of it. */
struct job_bound {
	struct str key, block;
};
const struct job_bound *recall_bound(struct recall *r, const struct target *t);

/* The value kept under a key, NULL if there is none; keeps a copy of one. */
const struct value *recall_value(const struct recall *r, struct str key);
const struct value *recall_keep(struct recall *r, struct str key,
				const struct value *v);

/* The YAML file at path; NULL if it cannot be read or is no YAML. */
const struct node *recall_yaml(struct recall *r, struct str path);

/* The text at path; NULL if it cannot be read, is no text or longer than a page
   may be. */
const struct stored *recall_stored(struct recall *r, struct str path);

/* The paths of all files that these two were asked for. Whether there was one
   that is there and could not be read. Who reads another one says so. */
const struct paths *recall_files(const struct recall *r);
bool recall_missed(const struct recall *r);
void recall_file(struct recall *r, struct str path, bool missed);
