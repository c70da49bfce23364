"""talk.py SCRIPT: plays an editor for `kbc lsp` and prints what is said.

A line of the script is a step, its words quoted as in sh:

    start [utf-8]           first, or to see the answer:
    initialize [utf-8]
    open PAGE               from its file
    new PAGE FILE           with that file's text; PAGE may be untitled:NAME
    change PAGE OLD NEW     OLD is the first such text
    replace PAGE FILE       the whole text by that of a file
    save PAGE
    close PAGE [PAGE...]    the others are looked at again then
    look PAGE...            files have changed
    hover | definition | implementation PAGE TEXT [OFFSET]
    actions PAGE TEXT       what is offered for TEXT
    apply PAGE TEXT TITLE   the action that starts so, as a change
    symbols PAGE
    ask METHOD [PARAMS]     JSON; notify likewise
    together MESSAGE...     JSON; all in one write
    raw BYTES               with escapes of Python, as they are
    fill N                  so many blanks
    answers N               so many messages, as they come
    run COMMAND             sh, beside the server
    eof                     ends the server's input; its status is printed

Pages are named by their paths below the working folder, and printed so.
"""
import json
import os
import shlex
import subprocess
import sys

import client

here = client.uri(".") + "/"
data = client.uri(os.environ.get("KBC_DATA", ".")) + "/"
severities = ["", "error", "warning", "information", "hint"]


def short(text):
    cwd = os.getcwd()
    text = text.replace(here, "").replace(data, "DATA/")
    return text.replace(cwd + "/", "").replace(cwd, "HERE")


def place(span):
    start, end = span["start"], span["end"]
    return "%d:%d-%d:%d" % (start["line"], start["character"], end["line"],
                            end["character"])


def show_diagnostics(params):
    version = params.get("version")
    print("  %s%s: %d diagnostics" % (
        short(params["uri"]), "" if version is None else " v%d" % version,
        len(params["diagnostics"])))
    for one in params["diagnostics"]:
        print("    %s %s %s: %s" % (
            place(one["range"]), severities[one["severity"]], one["code"],
            short(one["message"])))
        for more in one.get("relatedInformation", []):
            where = more["location"]
            print("      %s %s %s" % (short(where["uri"]),
                                      place(where["range"]),
                                      short(more["message"])))


def show(message):
    if message.get("method") == "textDocument/publishDiagnostics":
        show_diagnostics(message["params"])
    else:
        message.pop("jsonrpc", None)
        print("  " + short(json.dumps(message, ensure_ascii=False)))


def show_all(messages):
    for message in messages:
        show(message)


def show_hover(result):
    if result is None:
        print("  nothing")
        return
    print("  " + place(result["range"]))
    for line in result["contents"]["value"].splitlines():
        print("  | " + short(line))


def show_places(result):
    for one in result or []:
        print("  %s %s" % (short(one["uri"]), place(one["range"])))
    if not result:
        print("  nothing")


def show_symbols(result):
    for one in result or []:
        print("  %s %s" % (place(one["range"]), one["name"]))


def show_actions(result):
    for one in result or []:
        print("  %s: %s" % (one["kind"], one["title"]))
        for uri, edits in one["edit"]["changes"].items():
            for edit in edits:
                print("    %s %s %s" % (short(uri), place(edit["range"]),
                                        json.dumps(edit["newText"],
                                                   ensure_ascii=False)))
    if not result:
        print("  nothing")


class Talk:
    def __init__(self):
        self.server = None

    def start(self, units="utf-16"):
        self.server = client.Server(os.environ["KBC"], units)

    def find(self, page, text):
        return self.server.texts[page].index(text)

    def step_initialize(self, *words):
        if not self.server:
            self.start(*words)
        answer = self.server.initialize()
        answer["result"]["serverInfo"]["version"] = "VERSION"
        show(answer)

    def step_start(self, *words):
        self.start(*words)
        self.server.initialize()

    def step_open(self, page):
        self.server.open(page)
        show_all(self.server.told(page))

    def step_new(self, page, name):
        with open(name, encoding="utf-8", newline="") as file:
            self.server.open(page, file.read())
        show_all(self.server.told(page))

    def step_change(self, page, old, new):
        self.server.change(page, self.find(page, old), len(old), new)
        show_all(self.server.told(page))

    def step_replace(self, page, name):
        with open(name, encoding="utf-8", newline="") as file:
            self.server.replace(page, file.read())
        show_all(self.server.told(page))

    def step_save(self, page):
        self.server.save(page)
        show_all(self.server.told(page))

    def step_look(self, *pages):
        self.server.notify("workspace/didChangeWatchedFiles",
                           {"changes": []})
        show_all(self.server.told(*pages))

    def step_close(self, page, *others):
        self.server.close(page)
        show_all(self.server.told(page, *others))

    def at(self, method, page, text, offset=0):
        return self.server.ask("textDocument/" + method, self.server.at(
            page, self.find(page, text) + int(offset)))["result"]

    def step_hover(self, *words):
        show_hover(self.at("hover", *words))

    def step_definition(self, *words):
        show_places(self.at("definition", *words))

    def step_implementation(self, *words):
        show_places(self.at("implementation", *words))

    def actions(self, page, text):
        at = self.find(page, text)
        span = {"start": self.server.position(page, at),
                "end": self.server.position(page, at + len(text))}
        return self.server.ask("textDocument/codeAction", {
            "textDocument": {"uri": client.uri(page)}, "range": span,
            "context": {"diagnostics": []}})["result"]

    def step_actions(self, page, text):
        show_actions(self.actions(page, text))

    def step_apply(self, page, text, title):
        one = [a for a in self.actions(page, text)
               if a["title"].startswith(title)][0]
        edits = one["edit"]["changes"][client.uri(page)]
        now = self.server.texts[page]
        for edit in reversed(edits):
            start = self.server.offset(page, edit["range"]["start"])
            end = self.server.offset(page, edit["range"]["end"])
            now = now[:start] + edit["newText"] + now[end:]
        self.server.replace(page, now)
        show_all(self.server.told(page))

    def step_symbols(self, page):
        show_symbols(self.server.ask("textDocument/documentSymbol", {
            "textDocument": {"uri": client.uri(page)}})["result"])

    def step_ask(self, method, params="{}"):
        if not self.server:
            self.start()
        said = []
        answer = self.server.ask(method, self.params(params), said)
        show_all(said)
        show(answer)

    def step_notify(self, method, params="{}"):
        if not self.server:
            self.start()
        self.server.notify(method, self.params(params))

    @staticmethod
    def params(text):
        return json.loads(text.replace("HERE/", here))

    def step_raw(self, text):
        if not self.server:
            self.start()
        self.server.write(text.encode().decode("unicode_escape")
                          .encode("latin-1"))

    def step_fill(self, count):
        self.server.write(b" " * int(count))

    def step_together(self, *messages):
        self.server.write(b"".join(
            client.frame(self.params(one)) for one in messages))

    def step_answers(self, count):
        for _ in range(int(count)):
            show(self.server.next())

    @staticmethod
    def step_run(command):
        subprocess.run(["sh", "-c", command], check=True)

    def step_eof(self):
        status = self.server.end()
        while True:
            try:
                show(self.server.next())
            except client.Gone:
                break
        print("  status %d" % status)
        self.server = None


def main():
    talk = Talk()
    with open(sys.argv[1], encoding="utf-8") as script:
        lines = script.read().splitlines()
    for line in lines:
        if not line or line.startswith("#"):
            continue
        print("> " + line)
        words = shlex.split(line)
        getattr(talk, "step_" + words[0])(*words[1:])


main()
