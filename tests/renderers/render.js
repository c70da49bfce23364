// Renders markdown to HTML: render.js marked|markdown-it FILE. The front matter
// is cut off, as sites do. Status 77 without the renderer.
const fs = require("fs");

function load(name) {
	for (const at of [name, "/usr/share/nodejs/" + name]) {
		try {
			return require(at);
		} catch (e) {
			continue;
		}
	}
	process.exit(77);
}

const [, , how, file] = process.argv;
const text = fs.readFileSync(file, "utf8").replace(/^---\n[^]*?\n---\n/, "");

if (how === "marked") {
	const marked = load("marked");
	process.stdout.write((marked.marked || marked)(text));
} else {
	process.stdout.write(load("markdown-it")({ html: true }).render(text));
}
