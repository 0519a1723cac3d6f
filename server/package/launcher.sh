#!/bin/sh
# Runs the command with the Node.js that is installed with it: the system's may be too old.
set -e
self=$(readlink -f "$0")
root=$(dirname "$(dirname "$self")")
case $(uname -m) in
	x86_64) arch=x64 ;;
	aarch64) arch=arm64 ;;
	*)
		echo "feedback-server runs on x86_64 and aarch64, not on $(uname -m)." >&2
		exit 1
		;;
esac
for modules in "$root/node_modules" "$(dirname "$(dirname "$root")")"; do
	if [ -x "$modules/node-linux-$arch/bin/node" ]; then
		# V8 would let short-lived objects of each thread fill 32 MiB and more before it collects them, and keep the
		# garbage of the start.
		exec "$modules/node-linux-$arch/bin/node" --max-semi-space-size=4 --expose-gc "$root/dist/feedback-server.js" "$@"
	fi
done
echo "feedback-server is not completely installed: the package node-linux-$arch is missing." >&2
exit 1
