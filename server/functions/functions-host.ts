// Runs under Deno: edge functions of the tree in one process, behind one loopback port.
// Hosted Supabase runs each `index.ts` in its own process; here the `handler.ts` that it serves is imported.

import { readMeasurements } from '../../supabase/functions/_shared/metrics.ts';
import { wakeBy, wakeWorker } from '../../supabase/functions/_shared/wake-worker.ts';
import { traceWith } from '../../supabase/functions/_shared/tracing.ts';

type Handle = (request: Request) => Promise<Response>;
type FunctionModule = {
	handle: Handle;
	isReady?: () => Promise<boolean>;
	/** Starts and stops a function's background work. */
	start?: () => void;
	stop?: () => Promise<void>;
};

/** The functions that this process runs; all of them by default. */
export type FunctionChoice = { only?: readonly string[]; except?: readonly string[] };

declare const Deno: {
	args: string[];
	readDirSync(path: string): Iterable<{ name: string; isDirectory: boolean }>;
	statSync(path: string): unknown;
	serve(
		options: { port: number; hostname: string; onListen(address: { port: number }): void },
		handle: (request: Request) => Promise<Response>,
	): { shutdown(): Promise<void> };
	stdin: { readable: ReadableStream<Uint8Array> };
	addSignalListener(signal: 'SIGTERM' | 'SIGINT', listener: () => void): void;
	exit(code: number): never;
	inspect(value: unknown): string;
	stdout: { writeSync(bytes: Uint8Array): number };
};

const [folder = '', handler = 'handler.ts', choice = '{}', traced] = Deno.args;
const { only, except } = JSON.parse(choice) as FunctionChoice;
const modules = new Map<string, FunctionModule>();
// Path of the measurements and the readiness, known only to the parent process.
const token = crypto.randomUUID();
const failures: Record<string, string> = {};

// One JSON object a line, so that a stack trace stays one line and keeps its level.
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
	console[level] = (...values: unknown[]) => {
		const words = values.map((value) => (typeof value === 'string' ? value : Deno.inspect(value)));
		print({ level: level === 'log' ? 'info' : level, message: words.join(' ') });
	};
}

for (const entry of Deno.readDirSync(folder)) {
	if (!entry.isDirectory || !isFunction(entry.name) || !isChosen(entry.name)) continue;
	try {
		const path = `${folder}/${entry.name}/${handler}`;
		const module = (await import(`file://${path}`)) as FunctionModule;
		if (typeof module.handle !== 'function') throw new Error(`${path} exports no handle.`);
		modules.set(entry.name, module);
	} catch (error) {
		failures[entry.name] = error instanceof Error ? (error.stack ?? error.message) : String(error);
	}
}

if (traced === 'traced') await traceCalls();

const server = Deno.serve(
	{
		port: 0,
		hostname: '127.0.0.1',
		onListen: ({ port }) => print({ port, token, names: [...modules.keys()], failures }),
	},
	serve,
);

// Deno would print the error in several lines, which the server takes for warnings.
addEventListener('error', ({ error }) => fail(error));
addEventListener('unhandledrejection', ({ reason }) => fail(reason));

for (const module of modules.values()) module.start?.();

// The worker may be in another process, which only the parent knows. It reads all that is due, so one line is enough
// for everything that was written until it is read.
if (!modules.has('deliver')) {
	let isPrinted = false;
	wakeBy(() => {
		if (isPrinted) return;
		isPrinted = true;
		setTimeout(() => {
			isPrinted = false;
			print({ wake: true });
		});
	});
}

// Later, so that the first requests do not wait for it.
setTimeout(() => (globalThis as { gc?: () => void }).gc?.(), 5_000);

let stopping = false;

// Finishes the requests in progress and then exits, because the database pools would otherwise keep the process alive.
async function stop(): Promise<void> {
	if (stopping) return;
	stopping = true;
	await Promise.all([server.shutdown(), ...[...modules.values()].map((module) => module.stop?.())]);
	Deno.exit(0);
}

// Nobody knows what the error left undone, so the process ends, and the server starts another one.
function fail(error: unknown): never {
	console.error('Uncaught:', error);
	Deno.exit(1);
}

Deno.addSignalListener('SIGTERM', () => void stop());
Deno.addSignalListener('SIGINT', () => undefined);
void watchParent();

// The parent holds this process's standard input open, so the end of the input means that the parent has ended.
async function watchParent(): Promise<void> {
	for await (const chunk of Deno.stdin.readable) void chunk;
	await stop();
}

async function serve(request: Request): Promise<Response> {
	const name = new URL(request.url).pathname.split('/')[1] ?? '';
	// The gateway adds this header to every request from outside.
	if (name === token && !request.headers.has('x-forwarded-for')) return answerParent(request);
	const module = modules.get(name);
	if (!module) return refuse(name);
	try {
		return await module.handle(request);
	} catch (error) {
		console.error(error);
		return reply(500, 'internal', 'The function failed; its output is in the terminal.');
	}
}

// Deno creates the spans of requests; this code creates those of database calls.
async function traceCalls(): Promise<void> {
	const { SpanStatusCode, trace } = await import('@opentelemetry/api');
	const tracer = trace.getTracer('feedback');
	traceWith((name) => {
		const span = tracer.startSpan(name);
		return (error) => {
			if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
			span.end();
		};
	});
}

async function answerParent({ url }: Request): Promise<Response> {
	if (url.endsWith('/wake')) {
		wakeWorker();
		return new Response();
	}
	if (url.endsWith('/ready')) return Response.json({ ready: await isReady() });
	return Response.json(readMeasurements());
}

async function isReady(): Promise<boolean> {
	if (Object.keys(failures).length > 0) return false;
	const answers = [...modules.values()].map(async (module) => (await module.isReady?.()) ?? true);
	return (await Promise.all(answers)).every(Boolean);
}

function refuse(name: string): Response {
	if (name in failures) {
		return reply(503, 'unavailable', `The function ${name} could not be loaded.`);
	}
	return reply(404, 'not_found', 'There is no such function.');
}

function reply(status: number, code: string, message: string): Response {
	return Response.json(
		{ error: { code, message, request_id: crypto.randomUUID() } },
		{ status, headers: { 'access-control-allow-origin': '*' } },
	);
}

function isChosen(name: string): boolean {
	return (only?.includes(name) ?? true) && !except?.includes(name);
}

// In the tree, `index.ts` is what makes a folder a function; in the package, each folder with a handler is one.
function isFunction(name: string): boolean {
	const folderOfFunction = `${folder}/${name}`;
	return isFile(`${folderOfFunction}/index.ts`) || isFile(`${folderOfFunction}/handler.js`);
}

function print(value: object): void {
	let bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
	while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
}

function isFile(path: string): boolean {
	try {
		Deno.statSync(path);
		return true;
	} catch {
		return false;
	}
}
