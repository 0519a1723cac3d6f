// `npm start`: the whole service on this machine, until Ctrl-C.
import { join } from 'node:path';

import { root } from '../layout/tree.ts';
import { AlreadyRunning } from '../data/lock.ts';
import { OtherVersion } from '../postgres/other-versions.ts';
import { readParts } from '../parts/parts.ts';
import { readPorts } from '../ports/ports.ts';
import { type Stack, startStack } from '../stack/start-stack.ts';
import { demoWithVisits } from './demo.ts';
import { describeStack } from './table.ts';

if (import.meta.main) await main();

async function main(): Promise<void> {
	const started = performance.now();
	const abort = new AbortController();
	const starting = start(abort.signal);
	stopOnSignal(starting, abort);
	try {
		const stack = await starting;
		if (!abort.signal.aborted) {
			console.log(describeStack(stack, (performance.now() - started) / 1_000));
			sayWhatFollows(stack);
		}
	} catch (error) {
		if (abort.signal.aborted) return;
		explain(error);
		process.exit(1);
	}
}

function sayWhatFollows(stack: Stack): void {
	stack.late.served.then(
		({ siteUrl }) => siteUrl && console.log(`The documentation is ready: ${siteUrl}`),
		// The build was stopped, or its port was taken in the meantime.
		(error: unknown) => console.log(`The documentation is not served: ${(error as Error).message}`),
	);
}

async function start(signal: AbortSignal): Promise<Stack> {
	return startStack({
		data: dataFolder(),
		ports: readPorts(process.env),
		parts: readParts(process.env['FEEDBACK_PARTS']),
		demo: readDemo(process.env['FEEDBACK_DEMO']) ? demoWithVisits : undefined,
		late: ['site'],
		signal,
	});
}

/** Whether to start as a demo; true unless `FEEDBACK_DEMO` is `0`. Throws on anything but `0` and `1`. */
function readDemo(asked: string | undefined): boolean {
	if (!asked || asked === '1') return true;
	if (asked === '0') return false;
	throw new Error(`FEEDBACK_DEMO is ${asked}; it must be 0 or 1.`);
}

function dataFolder(): string {
	return process.env['FEEDBACK_DATA'] || join(root, '.feedback');
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

function explain(error: unknown): void {
	if (error instanceof AlreadyRunning) {
		console.error(
			`${error.message}\nStop it there with Ctrl-C, or set FEEDBACK_DATA to another folder.`,
		);
		return;
	}
	console.error(
		`\nFeedback did not start.\n${error instanceof Error ? error.message : String(error)}`,
	);
	if (error instanceof OtherVersion) {
		console.error(
			`Your data in ${dataFolder()} is kept as it is. Start the version of Feedback that made it, or set ` +
				'FEEDBACK_DATA to another folder to start this version with new data.',
		);
	}
	if (process.env['DEBUG']) console.error(error);
}
