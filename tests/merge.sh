# A repository for cases of the gate; `. "$TESTS/merge.sh"`.
#
#   begin           the case's files, committed on main; work is a branch of it
#   gate [ARG ...]  the gate against main, then its status
#   merge WHAT SED [FILE]
#                   edits FILE (a.md), passes the gate, undoes the edit
#   undo            all files as they are committed

HOME=$PWD/.home
GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
GIT_AUTHOR_DATE='2026-11-30T03:20:11Z' GIT_COMMITTER_DATE='2026-11-30T03:20:11Z'
export HOME GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL \
	GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_AUTHOR_DATE \
	GIT_COMMITTER_DATE
KBC_TOOLKIT=none # pages and records alone speak
export KBC_TOOLKIT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

repository() { # FOLDER
	git -c init.defaultBranch=main init -q "$1" &&
		git -C "$1" config core.autocrlf false &&
		git -C "$1" config commit.gpgsign false &&
		git -C "$1" config gc.auto 0
}

commit() { # MESSAGE
	git add -A . && git commit -q -m "$1"
}

begin() {
	repository . && printf '/.home\n' >.git/info/exclude &&
		commit base && git checkout -q -b work
}

gate() {
	"$KBC" gate --base main "$@" 2>&1
	echo "status $?"
}

undo() {
	git reset -q --hard && git clean -qfd
}

merge() {
	echo "-- $1"
	sed -i "$2" "${3-a.md}"
	gate .
	undo
}
