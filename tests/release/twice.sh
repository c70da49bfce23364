#!/bin/sh
# Two builds in different folders are the same bytes: programs, and what is made
# by them. Takes minutes: ctest -R release-twice.
set -eu
tree=$(cd "$(dirname -- "$0")/../.." && pwd)
type=${1-Release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One copy of the sources, whatever becomes of the tree meanwhile.
mkdir -p "$work/one" "$work/a longer name"
cp -r "$tree/CMakeLists.txt" "$tree/cmake" "$tree/compiler" "$tree/runner" \
	"$tree/schemas" "$tree/docs" "$work/one"
cp -r "$work/one" "$work/a longer name/two"

build() { # SOURCE BUILD
	if ! cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE="$type" \
		-DBUILD_TESTING=OFF >"$work/said" ||
		! ninja -C "$2" >"$work/said"
	then
		cat "$work/said"
		exit 1
	fi
}

build "$work/one" "$work/one/build"
build "$work/a longer name/two" "$work/elsewhere"
for file in kbc kbc-run kbc-run-static completion/bash/kbc \
	completion/zsh/_kbc-run; do
	[ -e "$work/one/build/$file" ] || continue
	cmp "$work/one/build/$file" "$work/elsewhere/$file"
	! grep -qF "$work" "$work/elsewhere/$file" || {
		echo "twice: $file names the folder that it was built in"
		exit 1
	}
	sha256sum "$work/elsewhere/$file" | sed "s,$work/elsewhere/,,"
done
