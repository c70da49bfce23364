/*
 * Whole files: read, hashed, replaced.
 */
#include <stdbool.h>
#include <stddef.h>

struct buf;

/*
 * Append the file's bytes to OUT (NUL-terminated there). False, with errno
 * set, if it cannot be read, is no plain file or is larger than LIMIT bytes
 * (EFBIG).
 */
bool file_read(const char *path, size_t limit, struct buf *out);

/*
 * Make the file hold exactly the bytes of B: written beside it, synced,
 * renamed. False, with errno set, on failure; the old file is then untouched.
 */
bool file_replace(const char *path, const struct buf *b);

/* Remove what runs that were killed have left of file_replace in a folder. */
void file_sweep(const char *folder);

/* Create the folder and those above it. False, with errno set, on failure. */
bool file_make_folder(const char *path);

/* Remove a folder and what is in it, without following links. */
void file_remove_folder(const char *path);

/* Write all LEN bytes to FD; false on failure. */
bool file_write(int fd, const void *bytes, size_t len);
