/* What of a page's bytes reaches an HTML document. */
#include "arena.h"
#include "check.h"
#include "report_html.h"

#include "report_html_parts.h"

#define BAD "\xef\xbf\xbd"

static const struct {
	struct str text;
	const char *want;
} escapes[] = {
	{ STR_INIT(""), "" },
	{ STR_INIT("1.97x"), "1.97x" },
	{ STR_INIT("<b>&\"'"), "&lt;b&gt;&amp;&quot;&#39;" },
	{ STR_INIT("</script><!-- x -->"),
	  "&lt;/script&gt;&lt;!-- x --&gt;" },
	{ STR_INIT("\xc3\x97 \xce\xbc \xe2\x86\x92 \xf0\x9f\x94\xa5"),
	  "\xc3\x97 \xce\xbc \xe2\x86\x92 \xf0\x9f\x94\xa5" },
	{ STR_INIT("a\nb\tc"), "a\nb\tc" },
	{ STR_INIT("a\0b\033[1m\x7f"), "a" BAD "b" BAD "[1m" BAD },
	{ STR_INIT("\xc2\x85"), BAD },
	{ STR_INIT("\xff\xc3"), BAD BAD },
	{ STR_INIT("\xc0\xaf"), BAD BAD },             /* overlong */
	{ STR_INIT("\xe0\x80\xaf"), BAD BAD BAD },
	{ STR_INIT("\xed\xa0\x80"), BAD BAD BAD },     /* half a pair */
	{ STR_INIT("\xf4\x90\x80\x80"), BAD BAD BAD BAD },
	{ STR_INIT("\xe2\x86<"), BAD BAD "&lt;" },     /* cut short */
	{ STR_INIT("\xe2\x80\xae" "3"), BAD "3" },     /* right to left */
	{ STR_INIT("\xe2\x81\xa6" "3"), BAD "3" },
	{ STR_INIT("\xe2\x80\x8b" "3"), BAD "3" },     /* no width */
	{ STR_INIT("\xef\xbb\xbf"), BAD },
};

static void
test_escape(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(escapes); i++) {
		CHECK_ROW(escapes[i].want);
		CHECK_STR(html_escape(a, escapes[i].text), escapes[i].want);
	}
	CHECK_ROW("");
}

int
main(void)
{
	struct arena *a = arena_make();

	test_escape(a);
	arena_free(a);
	CHECK_DONE();
}
