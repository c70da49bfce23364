/*
 * A fault is set once, where it is found, and travels up unchanged: what goes
 * wrong later, in cleaning up, never hides the cause.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fault.h"

static const char *const words[] = {
	[FAULT_NONE] = "none",	       [FAULT_CRASH] = "crash",
	[FAULT_HANG] = "hang",	       [FAULT_MEMORY] = "memory",
	[FAULT_LAUNCH] = "launch",     [FAULT_CHECK] = "check",
	[FAULT_NO_IMAGE] = "no-image", [FAULT_LOAD] = "load",
	[FAULT_MACHINE] = "machine",
};

void
fault_set(struct fault *f, enum fault_kind kind, const char *format, ...)
{
	va_list ap;

	if (f->kind != FAULT_NONE)
		return;
	f->kind = kind;
	f->code = 0;
	f->name[0] = '\0';
	f->kase = FAULT_NO_CASE;
	f->poisoned = false;
	va_start(ap, format);
	vsnprintf(f->text, sizeof(f->text), format, ap);
	va_end(ap);
}

bool
fault_is_refusal(const struct fault *f)
{
	return !f->poisoned &&
	       (f->kind == FAULT_LAUNCH || f->kind == FAULT_MEMORY);
}

const char *
fault_word(enum fault_kind kind)
{
	return words[kind];
}

bool
fault_find(const char *word, enum fault_kind *kind)
{
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(words[i], word)) {
			*kind = (enum fault_kind)i;
			return true;
		}
	}
	return false;
}
