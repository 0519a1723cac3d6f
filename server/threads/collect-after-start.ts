/** Milliseconds after a start until what it left is collected: the first requests do not wait for that. */
const afterMs = 5_000;

/**
 * Collects the garbage that loading modules left in this thread, of which V8 would keep a fifth of all memory until much
 * more is allocated. Does nothing unless Node.js runs with `--expose-gc`, as the installed server does.
 */
export function collectAfterStart(): void {
	const { gc } = globalThis;
	if (gc) setTimeout(() => void gc(), afterMs).unref();
}
