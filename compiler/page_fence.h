/* The fences of a page that kbc compiles, with the markers around them. */
#include "str.h"

struct page;

/*
 * Fills fences, nfences and nskipped of p, whose scan and markers are there.
 * What stands in a wrong place is said.
 */
void page_collect_fences(struct page *p);
