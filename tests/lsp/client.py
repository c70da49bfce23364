"""What the tests of `kbc lsp` talk to it with: framed messages, and the texts
of the documents as an editor has them."""
import json
import os
import queue
import subprocess
import threading
import urllib.parse

WAIT = 60  # seconds for an answer, on a machine that is busy


class Gone(Exception):
    """The server has ended, or does not answer."""


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(
        message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def uri(path):
    if path.startswith("untitled:"):
        return path
    return "file://" + urllib.parse.quote(os.path.abspath(path))


class Server:
    def __init__(self, program, units="utf-16"):
        self.process = subprocess.Popen(
            [program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.units = units
        self.texts = {}
        self.versions = {}
        self.last = 0

    # --- the wire ---------------------------------------------------------

    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, value = line.split(b":")
                if name == b"Content-Length":
                    length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def next(self):
        try:
            message = self.messages.get(timeout=WAIT)
        except queue.Empty:
            raise Gone("no answer") from None
        if message is None:
            self.messages.put(None)
            raise Gone("the server has ended")
        return message

    def notify(self, method, params):
        self.write(frame({"jsonrpc": "2.0", "method": method,
                          "params": params}))

    def ask(self, method, params, said=None):
        """The answer; what comes before it goes to said."""
        self.last += 1
        self.write(frame({"jsonrpc": "2.0", "id": self.last,
                          "method": method, "params": params}))
        while True:
            message = self.next()
            if message.get("id") == self.last and "method" not in message:
                return message
            if said is not None:
                said.append(message)

    def settle(self):
        """What was said up to here."""
        said = []
        self.ask("kbc/none", {}, said)
        return said

    def told(self, *paths):
        """What is said up to the diagnostics of these documents' versions."""
        said, left = [], set(paths)
        while left:
            said.append(self.next())
            params = said[-1].get("params") or {}
            if said[-1].get("method") == "textDocument/publishDiagnostics":
                left -= {path for path in left
                         if params["uri"] == uri(path) and
                         params.get("version") == self.versions.get(path)}
        return said + self.settle()

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=WAIT)

    # --- documents --------------------------------------------------------

    def initialize(self, capabilities=None):
        general = {"positionEncodings": [self.units, "utf-16"]}
        answer = self.ask("initialize", {
            "processId": None, "rootUri": uri("."),
            "capabilities": dict({"general": general},
                                 **(capabilities or {}))})
        self.notify("initialized", {})
        return answer

    def open(self, path, text=None):
        if text is None:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
        self.texts[path] = text
        self.versions[path] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri(path), "languageId": "markdown", "version": 1,
            "text": text}})

    def count(self, text):
        if self.units == "utf-8":
            return len(text.encode())
        return len(text.encode("utf-16-le")) // 2

    def position(self, path, at):
        before = self.texts[path][:at].split("\n")
        return {"line": len(before) - 1, "character": self.count(before[-1])}

    def offset(self, path, position):
        lines = self.texts[path].split("\n")
        at = sum(len(line) + 1 for line in lines[:position["line"]])
        line = lines[position["line"]]
        for n in range(len(line) + 1):
            if self.count(line[:n]) == position["character"]:
                return at + n
        raise ValueError("no such character: %r" % position)

    def version(self, path):
        self.versions[path] += 1
        return {"uri": uri(path), "version": self.versions[path]}

    def change(self, path, at, length, new):
        """Puts new in place of what stands there, as an editor does."""
        span = {"start": self.position(path, at),
                "end": self.position(path, at + length)}
        text = self.texts[path]
        self.texts[path] = text[:at] + new + text[at + length:]
        self.notify("textDocument/didChange", {
            "textDocument": self.version(path),
            "contentChanges": [{"range": span, "text": new}]})

    def replace(self, path, text):
        self.texts[path] = text
        self.notify("textDocument/didChange", {
            "textDocument": self.version(path),
            "contentChanges": [{"text": text}]})

    def save(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.texts[path])
        self.notify("textDocument/didSave",
                    {"textDocument": {"uri": uri(path)}})

    def close(self, path):
        self.notify("textDocument/didClose",
                    {"textDocument": {"uri": uri(path)}})
        self.versions[path] = None

    def at(self, path, at):
        return {"textDocument": {"uri": uri(path)},
                "position": self.position(path, at)}
