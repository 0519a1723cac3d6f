// Runs under Deno: every edge function of the tree in one process, behind one loopback port.
// Hosted Supabase runs each `index.ts` in its own process; here the `handler.ts` that it serves is imported.

type Handle = (request: Request) => Promise<Response>;

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
};

const [folder = '', handler = 'handler.ts'] = Deno.args;
const handles = new Map<string, Handle>();
const failures: Record<string, string> = {};

for (const entry of Deno.readDirSync(folder)) {
	if (!entry.isDirectory || !isFunction(entry.name)) continue;
	try {
		const path = `${folder}/${entry.name}/${handler}`;
		const module = (await import(`file://${path}`)) as { handle: Handle };
		if (typeof module.handle !== 'function') throw new Error(`${path} exports no handle.`);
		handles.set(entry.name, module.handle);
	} catch (error) {
		failures[entry.name] = error instanceof Error ? (error.stack ?? error.message) : String(error);
	}
}

const server = Deno.serve(
	{
		port: 0,
		hostname: '127.0.0.1',
		onListen: ({ port }) =>
			console.log(JSON.stringify({ port, names: [...handles.keys()], failures })),
	},
	serve,
);

let stopping = false;

// Requests under way are answered; then the database pools, which would hold the process, are dropped with it.
async function stop(): Promise<void> {
	if (stopping) return;
	stopping = true;
	await server.shutdown();
	Deno.exit(0);
}

Deno.addSignalListener('SIGTERM', () => void stop());
Deno.addSignalListener('SIGINT', () => undefined);
void watchParent();

// The parent holds our standard input: its end means that the parent is gone, however it ended.
async function watchParent(): Promise<void> {
	for await (const chunk of Deno.stdin.readable) void chunk;
	await stop();
}

async function serve(request: Request): Promise<Response> {
	const name = new URL(request.url).pathname.split('/')[1] ?? '';
	const handle = handles.get(name);
	if (!handle) return refuse(name);
	try {
		return await handle(request);
	} catch (error) {
		console.error(error);
		return reply(500, 'internal', 'The function failed; its output is in the terminal.');
	}
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

// In the tree, `index.ts` is what makes a folder a function; in the package, each folder with a handler is one.
function isFunction(name: string): boolean {
	const folderOfFunction = `${folder}/${name}`;
	return isFile(`${folderOfFunction}/index.ts`) || isFile(`${folderOfFunction}/handler.js`);
}

function isFile(path: string): boolean {
	try {
		Deno.statSync(path);
		return true;
	} catch {
		return false;
	}
}

export {};
