/* What page.c has another part do: the fences of a page. */
#include "str.h"

struct page;

/*
 * Fills fences, nfences and nskipped of p, whose scan and markers are there.
 * What stands in a wrong place is said.
 */
void page_collect_fences(struct page *p);
