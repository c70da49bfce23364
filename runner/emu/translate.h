/*
 * The bodies of a module to instructions.
 */
#ifndef EMU_TRANSLATE_H
#define EMU_TRANSLATE_H

struct module;

/* Decode all bodies; symbols have their addresses. */
void translate_module(struct module *m);

#endif
