/* What page.c has its parts do: the fences of a page, and its numbers. */
#include "str.h"

struct page;

/*
 * Fills fences, nfences and nskipped of p, whose scan and markers are there.
 * What stands in a wrong place is said.
 */
void page_collect_fences(struct page *p);

/* Fills numbers of p, whose scan and markers are there. */
void page_read_numbers(struct page *p);
