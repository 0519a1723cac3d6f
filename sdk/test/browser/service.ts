// A service for pages under test: a real server that records requests, and replies according to a script or like the
// real service.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type {
	AnswerRequest,
	Caller,
	DisplayRequest,
	EventsResponse,
	EventsRequest,
	ShowRequest,
} from '@feedback/contract/wire';

import type { Answer } from './answers.ts';
import { createUsualAnswers, type UsualAnswers } from './usual-answers.ts';

export type Recorded = {
	route: string;
	body: Caller & EventsRequest & DisplayRequest & AnswerRequest & ShowRequest & { event: string };
	contentType: string | undefined;
	/** The file of an upload, whose field `request` is the body. */
	picture?: Buffer;
};

/** `undefined` responds as usual, `'hang'` never responds, `'cut'` breaks the connection. */
type Script = (request: Recorded) => Answer | 'hang' | 'cut' | undefined;

export type Service = {
	url: string;
	requests: Recorded[];
	/** Requests of one route so far. */
	to(route: string): Recorded['body'][];
	/** Pictures so far. */
	pictures(): Buffer[];
	/** Every event that arrived, each id once. */
	eventIds(): Set<string>;
	/** Decides how to respond; by default, every event is recorded and no prompt matches. */
	script: Script;
	/** Paths of requested files. */
	files: string[];
	/** Paths of files that are served with injected code, which sets `window.tampered`. */
	tampered: Set<string>;
	/** Bodies of additional pages, by path. */
	pages: Map<string, string>;
	close(): Promise<void>;
};

const anyOrigin = { 'access-control-allow-origin': '*' };

export async function startService(bundle: string): Promise<Service> {
	const service: Service = {
		url: '',
		requests: [],
		to: (route) =>
			service.requests.filter((request) => request.route === route).map(({ body }) => body),
		pictures: () => service.requests.flatMap(({ picture }) => picture ?? []),
		eventIds: () =>
			new Set(service.to('events').flatMap(({ events }) => events.map(({ id }) => id))),
		script: () => undefined,
		files: [],
		tampered: new Set(),
		pages: new Map(),
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
	const usual = createUsualAnswers();
	const server = createServer((request, response) => {
		void (request.method === 'POST'
			? takeCall(service, usual, request, response)
			: sendFile(service, bundle, request, response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return service;
}

async function takeCall(
	service: Service,
	usual: UsualAnswers,
	request: IncomingMessage,
	response: ServerResponse,
) {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const route = request.url!.replace(/^\/(sdk\/)?/, '');
	const contentType = request.headers['content-type'];
	const { text, picture } = await readForm(Buffer.concat(chunks), contentType);
	const body = readBody(text);
	const recorded = { route, body, contentType, picture };
	if (body) service.requests.push(recorded as Recorded);
	const answer =
		(body && service.script(recorded as Recorded)) ??
		(picture ? storePicture() : usual.answer(route, text));
	if (answer === 'hang') return;
	if (answer === 'cut') return void request.socket.destroy();
	usual.learn(answer.body);
	const headers = {
		'content-type': 'application/json',
		...(!answer.unreadable && anyOrigin),
		...answer.headers,
	};
	response.writeHead(answer.status ?? statusOf(answer.body), headers).flushHeaders();
	await answer.bodyAfter?.();
	response.end(JSON.stringify(answer.body));
}

/** The text of a request; of an upload, its two fields. */
async function readForm(
	sent: Buffer,
	type = '',
): Promise<{ text: string; picture?: Buffer | undefined }> {
	if (!type.startsWith('multipart/')) return { text: sent.toString() };
	const form = await new Response(new Uint8Array(sent), {
		headers: { 'content-type': type },
	}).formData();
	const picture = await (form.get('picture') as File).arrayBuffer();
	return { text: form.get('request') as string, picture: Buffer.from(picture) };
}

function storePicture(): Answer {
	return { status: 201, body: { screenshot: crypto.randomUUID(), now: Date.now() } };
}

/** Returns `undefined` for anything but a JSON object. */
function readBody(text: string): Recorded['body'] | undefined {
	try {
		return Object(JSON.parse(text)) as Recorded['body'];
	} catch {
		return undefined;
	}
}

/** Reserving a display creates something, so the status is 201. */
function statusOf(body: unknown): number {
	return (body as Partial<EventsResponse> | null)?.decision?.reason === 'displayed' ? 201 : 200;
}

function sendFile(
	service: Service,
	bundle: string,
	request: IncomingMessage,
	response: ServerResponse,
) {
	const path = new URL(request.url!, 'http://page').pathname;
	if (path === '/favicon.ico') return void response.writeHead(204).end();
	service.files.push(path);
	const file = join(bundle, path.replace('/sdk/', ''));
	if (path.startsWith('/sdk/') && existsSync(file)) {
		const headers = { 'content-type': 'text/javascript', ...anyOrigin };
		const code = readFileSync(file, 'utf8');
		const added = service.tampered.has(path) ? ';window.tampered=true' : '';
		response.writeHead(200, headers).end(code + added);
		return;
	}
	const page = service.pages.get(path) ?? '<script src="/sdk/feedback.js"></script><h1>App</h1>';
	response
		.writeHead(200, { 'content-type': 'text/html' })
		.end(`<!doctype html><meta charset="utf-8"><title>App</title>${page}`);
}
