"""Renders markdown to HTML with one of the renderers of Python or C.

    render.py RENDERER FILE     markdown | md4c

The front matter is cut off, as sites do. Status 77 without the renderer.
"""
import ctypes
import ctypes.util
import sys


def body(path):
    text = open(path, encoding="utf-8").read()
    if text.startswith("---\n"):
        text = text.split("\n---\n", 1)[1]
    return text


def with_markdown(text):
    try:
        import markdown
    except ImportError:
        sys.exit(77)
    return markdown.markdown(text, extensions=["tables", "fenced_code"])


# tables, strikethrough, task lists: the dialect of GitHub
MD4C_GITHUB = 0x0100 | 0x0200 | 0x0800


def with_md4c(text):
    name = ctypes.util.find_library("md4c-html")
    if not name:
        sys.exit(77)
    out = []
    sink = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint,
                            ctypes.c_void_p)
    take = sink(lambda at, n, _: out.append(ctypes.string_at(at, n)))
    data = text.encode()
    library = ctypes.CDLL(name)
    library.md_html(data, ctypes.c_uint(len(data)), take, None,
                    ctypes.c_uint(MD4C_GITHUB), ctypes.c_uint(0))
    return b"".join(out).decode()


def main():
    how = {"markdown": with_markdown, "md4c": with_md4c}
    sys.stdout.write(how[sys.argv[1]](body(sys.argv[2])))


main()
