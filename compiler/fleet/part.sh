#!/bin/sh
# Runs parts of a pack on the machine that kbc has sent them to, beside kbc-run
# and the folders of parts.
#
#   part.sh doctor DEVICE               which kbc-run, and what it says
#   part.sh run PART OUT HASH DEVICE    to the end
#   part.sh start PART OUT HASH DEVICE  likewise, and returns at once
#   part.sh look PART OUT               none, running, gone, or how it ended
#   part.sh fetch PART OUT              its records: 'SIZE NAME', then the bytes
#   part.sh clear PART
#
# All that it is told are names of digits and letters: nothing of a page. Each
# try (OUT) has a folder of its own, made by whoever comes first, and ends with
# a file that says how, which is there whole or not at all. A part that was
# started goes on when the line to kbc is cut.
set -u
cd "$(dirname "$0")" || exit 2
verb=$1 part=${2-} out=${3-} hash=${4-} device=${5-}
runner() {
	is=$(sha256sum kbc-run) && echo "runner ${is%% *}"
}
alive() {
	pid=$(cat "$part/$out.pid" 2>/dev/null) &&
		grep -qsF "$part" "/proc/$pid/cmdline"
}
ended() {
	cat "$part/$out.status" 2>/dev/null
}
case $verb in
doctor)
	device=$part
	runner
	exec ./kbc-run --doctor ${device:+--device "$device"} ;;
run)
	mkdir "$part/$out" || exit 3 # somebody else has it
	echo "${SLURMD_NODENAME-}" >"$part/$out.node"
	if [ "$(runner)" = "runner $hash" ]; then
		./kbc-run "$part" -o "$part/$out" \
			${device:+--device "$device"} \
			>"$part/$out.log" 2>&1
		echo "ended $?"
	else
		runner
	fi >"$part/$out.new"
	mv "$part/$out.new" "$part/$out.status" ;;
start)
	[ -d "$part" ] || exit 2
	! alive && [ ! -d "$part/$out" ] || exit 0
	setsid sh ./part.sh run "$part" "$out" "$hash" "$device" \
		</dev/null >/dev/null 2>&1 &
	echo $! >"$part/$out.pid"
	# until it stands for itself: what ends with us is not to take it along
	while alive && [ ! -d "$part/$out" ]; do
		sleep 0.1
	done ;;
look)
	if [ ! -f "$part/$out.pid" ]; then
		echo none
	elif ended; then
		:
	elif alive; then
		echo running
	else # or it has ended since
		ended || echo gone
	fi ;;
fetch)
	cd "$part/$out" || exit 2
	for file in *.json cost.tsv worker.log ../"$out.log"; do
		[ -f "$file" ] || continue
		size=$(wc -c <"$file")
		echo "$((size)) ${file##*/}"
		cat "$file"
	done ;;
clear)
	rm -rf "./$part" ;;
esac
