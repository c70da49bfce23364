/*
 * A form -> a kernel. A thread takes the tuple of its number: it loads each
 * source from a word of 8 bytes, applies the instruction once, and stores the
 * result into such a word. Matrix kernels: a warp a block, registers one after
 * the other, lanes side by side.
 */
#include "emit.h"

#include <string.h>

#include "forms.h"
#include "matrices.h"

void
emit_head(FILE *out)
{
	fputs(".version 9.0\n.target sm_90\n.address_size 64\n", out);
}

static void
emit_entry(FILE *out, char letter, unsigned i)
{
	fprintf(out, "\n.visible .entry %c%04u(.param .u64 po, .param .u64 pa,"
		     "\n\t.param .u64 pb, .param .u64 pc, .param .u64 pe)\n"
		     "{\n\t.reg .pred %%p, %%q;\n"
		     "\t.reg .b32 %%i, %%t;\n\t.reg .b64 %%o, %%at, %%u;\n",
		letter, i);
}

static void
emit_operand(FILE *out, char name, const struct class *c)
{
	fprintf(out, "\t.reg .b%d %%%c;\n"
		     "\tld.param.u64 %%u, [p%c];\n"
		     "\tcvta.to.global.u64 %%u, %%u;\n"
		     "\tadd.u64 %%u, %%u, %%at;\n"
		     "\tld.global.b%d %%%c, [%%u];\n",
		c->bits, name, name, c->bits, name);
	if (!strcmp(c->name, "odd"))
		fprintf(out, "\tsetp.ne.u32 %%q, %%%c, 0;\n", name);
}

static void
emit_text(FILE *out, const char *text)
{
	fputc('\t', out);
	for (; *text; text++) {
		if (*text == '$')
			fputc('%', out);
		else if (*text != ' ' || text[-1] != ';')
			fputc(*text, out);
		else
			fputs("\n\t", out);
	}
	fputc('\n', out);
}

void
emit_form(FILE *out, unsigned i, const struct form *f)
{
	static const char names[] = "abce";

	emit_entry(out, 'k', i);
	fprintf(out, "\t.reg .b%d %%d;\n\t.reg .b64 %%m;\n"
		     "\tmov.u32 %%i, %%tid.x;\n"
		     "\tmul.wide.u32 %%at, %%i, 8;\n"
		     "\tld.param.u64 %%o, [po];\n"
		     "\tcvta.to.global.u64 %%o, %%o;\n"
		     "\tadd.u64 %%m, %%o, %%at;\n",
		f->result->bits);
	for (unsigned k = 0; k < f->sources; k++)
		emit_operand(out, names[k], f->source[k]);
	emit_text(out, f->text);
	fprintf(out, "\tst.global.b%d [%%m], %%d;\n\tret;\n}\n",
		f->result->bits);
}

static void
emit_fragment(FILE *out, char name, unsigned count, unsigned bits)
{
	fprintf(out, "\t.reg .b%u %%%c<%u>;\n"
		     "\tld.param.u64 %%u, [p%c];\n"
		     "\tcvta.to.global.u64 %%u, %%u;\n"
		     "\tmul.wide.u32 %%at, %%i, %u;\n"
		     "\tadd.u64 %%u, %%u, %%at;\n"
		     "\tmul.wide.u32 %%at, %%t, %u;\n"
		     "\tadd.u64 %%u, %%u, %%at;\n",
		bits, name, count, name, bits / 8, count * 32 * (bits / 8));
	for (unsigned r = 0; r < count; r++)
		fprintf(out, "\tld.global.b%u %%%c%u, [%%u+%u];\n", bits, name,
			r, r * 32 * (bits / 8));
}

static void
emit_list(FILE *out, char name, unsigned count, const char *end)
{
	fputc('{', out);
	for (unsigned r = 0; r < count; r++)
		fprintf(out, "%s%%%c%u", r ? ", " : "", name, r);
	fprintf(out, "}%s", end);
}

void
emit_matrix(FILE *out, unsigned i, const struct matrix_case *m)
{
	unsigned bytes = m->bits / 8;

	emit_entry(out, 'm', i);
	fprintf(out, "\t.reg .b%u %%d<%u>;\n\tmov.u32 %%i, %%tid.x;\n"
		     "\tmov.u32 %%t, %%ctaid.x;\n",
		m->bits, m->registers[3]);
	emit_fragment(out, 'a', m->registers[0], m->bits);
	emit_fragment(out, 'b', m->registers[1], m->bits);
	emit_fragment(out, 'c', m->registers[2], m->bits);
	fprintf(out, "\t%s\n\t\t", m->text);
	emit_list(out, 'd', m->registers[3], ", ");
	emit_list(out, 'a', m->registers[0], ",\n\t\t");
	emit_list(out, 'b', m->registers[1], ", ");
	emit_list(out, 'c', m->registers[2], ";\n");
	fprintf(out, "\tld.param.u64 %%o, [po];\n"
		     "\tcvta.to.global.u64 %%o, %%o;\n"
		     "\tmul.wide.u32 %%at, %%i, %u;\n"
		     "\tadd.u64 %%o, %%o, %%at;\n"
		     "\tmul.wide.u32 %%at, %%t, %u;\n"
		     "\tadd.u64 %%o, %%o, %%at;\n",
		bytes, m->registers[3] * 32 * bytes);
	for (unsigned r = 0; r < m->registers[3]; r++)
		fprintf(out, "\tst.global.b%u [%%o+%u], %%d%u;\n", m->bits,
			r * 32 * bytes, r);
	fputs("\tret;\n}\n", out);
}
