import { AlreadyRunning } from '../data/lock.ts';
import { OtherVersion } from '../postgres/other-versions.ts';
import type { Stack } from '../stack/start-stack.ts';

export type StackCommand = {
	start(signal: AbortSignal): Promise<Stack>;
	/** Called once the stack runs, with the seconds that the start took. */
	onStarted(stack: Stack, seconds: number): void;
	/** What to do when the data folder is of another version of Feedback. */
	adviseOtherVersion(): string;
};

/** Runs a stack in the foreground until Ctrl-C. Prints why it did not start, and exits with 1. */
export async function runStack(command: StackCommand): Promise<void> {
	const started = performance.now();
	const abort = new AbortController();
	const starting = command.start(abort.signal);
	stopOnSignal(starting, abort);
	try {
		const stack = await starting;
		if (!abort.signal.aborted) command.onStarted(stack, (performance.now() - started) / 1_000);
	} catch (error) {
		if (abort.signal.aborted) return;
		explain(error, command);
		process.exit(1);
	}
}

// The parts are separate process groups, so Ctrl-C reaches only this process. It then stops each part in order.
function stopOnSignal(starting: Promise<Stack>, abort: AbortController): void {
	let asked: number | undefined;
	const stop = async () => {
		// npm may forward a signal that the terminal has already sent: only a later signal means "stop now".
		if (asked !== undefined && performance.now() - asked > impatientMs) process.exit(1);
		if (asked !== undefined) return;
		asked = performance.now();
		console.log('\nStopping…');
		abort.abort();
		// A failed start has already stopped everything that it had started.
		const stack = await starting.catch(() => undefined);
		await stack?.stop();
		console.log('Everything is stopped. Your data is kept.');
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void stop());
	}
	watchParent(() => void stop());
}

const impatientMs = 1_000;

// npm forwards SIGTERM to the shell in between. The shell exits without forwarding it, so watch for a changed parent.
function watchParent(onExit: () => void): void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		onExit();
	}, 500);
	timer.unref();
}

function explain(error: unknown, { adviseOtherVersion }: StackCommand): void {
	if (error instanceof AlreadyRunning) {
		console.error(
			`${error.message}\nStop it there with Ctrl-C, or set FEEDBACK_DATA to another folder.`,
		);
		return;
	}
	console.error(
		`\nFeedback did not start.\n${error instanceof Error ? error.message : String(error)}`,
	);
	if (error instanceof OtherVersion) console.error(adviseOtherVersion());
	if (process.env['DEBUG']) console.error(error);
}
