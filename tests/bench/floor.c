/*
 * floor FOLDER: what reading a wiki costs at the least. One thread reads each
 * page, hashes its bytes, runs bare libyaml over the front matter and bare
 * md4c over the body, and keeps nothing. Prints what it saw, so that none of
 * it can be left out: pages, bytes, YAML events, blocks and spans, and a
 * checksum over all hashes.
 */
#include <ftw.h>
#include <md4c.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct seen {
	size_t pages, bytes, events, parts;
	unsigned sum;
};

/* nftw hands nothing through to its callback. */
static struct seen seen;
static EVP_MD_CTX *hash;

static int
count_block(MD_BLOCKTYPE type, void *detail, void *user)
{
	(void)type, (void)detail, (void)user;
	seen.parts++;
	return 0;
}

static int
count_span(MD_SPANTYPE type, void *detail, void *user)
{
	(void)type, (void)detail, (void)user;
	seen.parts++;
	return 0;
}

static int
count_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE n, void *user)
{
	(void)type, (void)text, (void)n, (void)user;
	return 0;
}

static void
parse_front(const char *p, size_t n)
{
	yaml_parser_t parser;
	yaml_event_t event;
	int done = 0;

	yaml_parser_initialize(&parser);
	yaml_parser_set_input_string(&parser, (const unsigned char *)p, n);
	while (!done && yaml_parser_parse(&parser, &event)) {
		done = event.type == YAML_STREAM_END_EVENT;
		seen.events++;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
}

static void
parse_body(const char *p, size_t n)
{
	static const MD_PARSER parser = {
		.flags = MD_DIALECT_GITHUB,
		.enter_block = count_block, .leave_block = count_block,
		.enter_span = count_span, .leave_span = count_span,
		.text = count_text,
	};

	md_parse(p, (MD_SIZE)n, &parser, NULL);
}

static void
parse_page(const char *p, size_t n)
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	const char *end = n > 4 ? strstr(p + 4, "\n---\n") : NULL;
	size_t front = end ? (size_t)(end + 1 - p) : 0;

	EVP_DigestInit_ex(hash, EVP_sha256(), NULL);
	EVP_DigestUpdate(hash, p, n);
	EVP_DigestFinal_ex(hash, digest, NULL);
	seen.sum += digest[0];
	if (end)
		parse_front(p + 4, front - 4);
	parse_body(p + (end ? front + 4 : 0), n - (end ? front + 4 : 0));
}

static int
visit(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	size_t length = strlen(path), n = (size_t)st->st_size;
	FILE *f;
	char *p;

	(void)where;
	if (kind != FTW_F || length < 3 || strcmp(path + length - 3, ".md"))
		return 0;
	f = fopen(path, "rb");
	p = malloc(n + 1);
	if (!f || !p || fread(p, 1, n, f) != n) {
		perror(path);
		exit(2);
	}
	fclose(f);
	p[n] = '\0';
	seen.pages++;
	seen.bytes += n;
	parse_page(p, n);
	free(p);
	return 0;
}

int
main(int argc, char **argv)
{
	hash = EVP_MD_CTX_new();
	if (argc != 2 || !hash || nftw(argv[1], visit, 16, FTW_PHYS) != 0) {
		fprintf(stderr, "usage: floor FOLDER\n");
		return 2;
	}
	EVP_MD_CTX_free(hash);
	printf("%zu pages, %zu bytes, %zu events, %zu blocks and spans, "
	       "sum %u\n", seen.pages, seen.bytes, seen.events, seen.parts,
	       seen.sum);
	return 0;
}
