// A service for pages under test: a real server that records what arrives and answers as it is told.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type {
	AnswerRequest,
	Caller,
	Decision,
	DisplayRequest,
	EventsAnswer,
	EventsRequest,
	PromptToDraw,
	ShowRequest,
} from '@feedback/contract/wire';

export type Recorded = {
	route: string;
	body: Caller & EventsRequest & DisplayRequest & AnswerRequest & ShowRequest & { event: string };
	contentType: string | undefined;
};

type Answer = {
	/** As the service would say it, unless told otherwise. */
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
	/** The body is held back until this is done. */
	bodyAfter?: () => Promise<unknown>;
};
/** `undefined` answers as usual, `'hang'` not at all, `'cut'` breaks the connection. */
type Script = (request: Recorded) => Answer | 'hang' | 'cut' | undefined;

export type Service = {
	url: string;
	requests: Recorded[];
	/** Requests of one route so far. */
	to(route: string): Recorded['body'][];
	/** Every event that arrived, each id once. */
	eventIds(): Set<string>;
	/** Decides how to answer; without one every event is recorded and no prompt matches. */
	script: Script;
	/** Paths of files that were asked for. */
	files: string[];
	/** Paths of files that arrive with code of somebody else's in them, which sets `window.tampered`. */
	tampered: Set<string>;
	/** Bodies of more pages, by path. */
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
	const server = createServer((request, response) => {
		void (request.method === 'POST'
			? takeCall(service, request, response)
			: sendFile(service, bundle, request, response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return service;
}

async function takeCall(service: Service, request: IncomingMessage, response: ServerResponse) {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const recorded: Recorded = {
		route: request.url!.replace('/sdk/', ''),
		body: JSON.parse(Buffer.concat(chunks).toString()) as Recorded['body'],
		contentType: request.headers['content-type'],
	};
	service.requests.push(recorded);
	const answer = service.script(recorded) ?? { body: answerAsUsual(recorded) };
	if (answer === 'hang') return;
	if (answer === 'cut') return void request.socket.destroy();
	const headers = { 'content-type': 'application/json', ...anyOrigin, ...answer.headers };
	response.writeHead(answer.status ?? statusOf(answer.body), headers).flushHeaders();
	await answer.bodyAfter?.();
	response.end(JSON.stringify(answer.body));
}

/** A display that was reserved is something created. */
function statusOf(body: unknown): number {
	return (body as Partial<EventsAnswer> | null)?.decision?.reason === 'displayed' ? 201 : 200;
}

function answerAsUsual({ route, body }: Recorded): unknown {
	if (route === 'events') return answerEvents(body, { reason: 'no_prompt' });
	if (route === 'show' || route === 'claim') {
		return { decision: { reason: 'no_prompt' }, now: Date.now() };
	}
	return { state: body.state, response: body.display, seq: body.seq, now: Date.now() };
}

/** Records the events and decides on the only one, if that was asked for. */
export function answerEvents(body: EventsRequest, decision: Decision): EventsAnswer {
	return {
		results: body.events.map(({ id }) => ({ id, status: 'recorded' })),
		...(body.decide && { decision }),
		now: Date.now(),
	};
}

let displays = 0;

/** A decision to display the prompt, with a fresh display. */
export function displayPrompt(more: Partial<PromptToDraw> = {}): Decision & {
	reason: 'displayed';
} {
	const id = `018bcfe5-6800-7000-8000-${String(++displays).padStart(12, '0')}`;
	return {
		reason: 'displayed',
		display: { id, secret: 's'.repeat(32), prompt: { ...prompt, ...more } },
	};
}

const prompt: PromptToDraw = {
	survey_id: 'export-experience',
	revision: 1,
	language: 'en',
	questions: [
		{
			id: 'score',
			type: 'rating',
			style: 'numbers',
			scale: 5,
			title: 'How was the export?',
			required: true,
		},
		{ id: 'why', type: 'long_text', title: 'Why?', required: false, max_length: 500 },
	],
	appearance: { theme: 'light', font: 'system', position: 'bottom_right' },
};

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
