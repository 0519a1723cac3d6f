import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, limits, parseInput, routes, sayAsked, ServiceError } from '@feedback/contract';
import type { Action, Launcher, Route, RouteName } from '@feedback/contract';
import { z } from 'zod';

import { handlers } from './handlers.ts';
import { hashLauncher } from './launcher.ts';
import type { State } from './state.ts';

type MockedCall = { name: RouteName; route: Route; params: Record<string, string> };

/** Handles the management API by the contract's routes, and validates every request and response. */
export function answerManage(
	state: State,
	request: IncomingMessage,
	response: ServerResponse,
	body: string,
): void {
	const send = (status: number, value: unknown) => {
		response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' });
		response.end(JSON.stringify(value));
	};
	try {
		const url = new URL(request.url!, 'http://127.0.0.1');
		const call = findRoute(request.method!, url.pathname.replace(/^.*\/manage/, ''));
		checkCaller(state, request, call.route);
		const input = readInput(call, url, body);
		const key = readKey(call.route, request);
		if (call.route.stream) {
			consumeGrant(state, call.route, input);
			return stream(state, response, call.route.stream);
		}
		send(200, runOnce(state, call, input, key));
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { code, message, field, hint, approval } = error;
		const reply = { code, message, field, hint, approval, request_id: 'r-1' };
		send(errors[code].status, { error: reply });
	}
}

function findRoute(method: string, path: string): MockedCall {
	let isKnown = false;
	for (const [name, route] of Object.entries<Route>(routes)) {
		const pattern = route.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
		const match = new RegExp(`^${pattern}$`).exec(path);
		if (match && route.method === method) {
			return { name: name as RouteName, route, params: { ...match.groups } };
		}
		isKnown ||= match !== null;
	}
	throw new ServiceError(isKnown ? 'method_not_allowed' : 'not_found');
}

function readInput({ route, params }: MockedCall, url: URL, body: string): Record<string, unknown> {
	const query = Object.fromEntries(url.searchParams);
	return {
		...(route.params && (parseInput(route.params, params) as object)),
		...(parseInput(route.query?.strict() ?? z.strictObject({}), query) as object),
		...(route.body && readBody(route, body)),
	};
}

function readBody(route: Route, body: string): object {
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch (error) {
		throw new ServiceError('invalid_json', { cause: error });
	}
	try {
		return parseInput(route.body!, json) as object;
	} catch (error) {
		const { field, message } = error as ServiceError;
		const ofPrompt = /^content(\.|$)/.test(field ?? '');
		if (!ofPrompt || !route.errors?.includes('invalid_prompt')) throw error;
		throw new ServiceError('invalid_prompt', { message, field: field! });
	}
}

function readKey(route: Route, { headers }: IncomingMessage): string | undefined {
	const key = headers['idempotency-key'] as string | undefined;
	if (key === undefined) return undefined;
	const refuse = (message: string) =>
		new ServiceError('invalid_request', { message, field: 'idempotency-key' });
	if (!route.idempotent) throw refuse('This address takes no Idempotency-Key.');
	if (!limits.management.idempotencyKey.test(key)) {
		throw refuse('An Idempotency-Key has 1 to 255 visible ASCII characters.');
	}
	return key;
}

function checkCaller(state: State, request: IncomingMessage, route: Route): void {
	const token = request.headers.authorization?.replace('Bearer ', '');
	if (route.need === 'nothing' || (token && state.tokens.has(token))) return;
	throw new ServiceError('unauthenticated', {
		message: 'The token is not valid here, or no longer valid.',
	});
}

/** Consumes the grant of a call; without one, requests it and throws `approval_required`. */
function consumeGrant(state: State, { need }: Route, input: Record<string, unknown>): void {
	if (!need.includes(':')) return;
	const action = need as Action;
	const { prompt, revision } = action === 'prompt:publish' ? input : {};
	const site_name = action === 'site:create' ? (input['name'] as string) : null;
	const launcher = action === 'launcher:set' ? (input['launcher'] as Launcher | null) : undefined;
	const sha256 = launcher === undefined ? null : hashLauncher(launcher);
	const grant = state.grants.find(
		(candidate) =>
			candidate.action === action &&
			(candidate.site_name ?? site_name) === site_name &&
			(candidate.sha256 ?? sha256) === sha256 &&
			(candidate.prompt === null ||
				(candidate.prompt === prompt && candidate.revision === (revision ?? null))),
	);
	if (!grant) {
		const { id, url, expires_at } = handlers.requestGrant!(state, {
			action,
			...(action === 'site:create'
				? { workspace: input['workspace'] as string, ...(site_name !== null && { site_name }) }
				: { site: input['site'] as string }),
			...(prompt !== undefined && { prompt: prompt as string }),
			...(revision !== undefined && { revision: revision as number }),
			...(launcher !== undefined && { launcher }),
		});
		throw new ServiceError('approval_required', {
			message: `A person has to approve this first: ${sayAsked({ action, revision: (revision as number | undefined) ?? null, site_name, ...(launcher !== undefined && { launcher }) })}.`,
			approval: { id, url, expires_at },
		});
	}
	if (grant.mode === 'once') state.grants.splice(state.grants.indexOf(grant), 1);
}

type First = { request: string; answer: unknown };

function runOnce(
	state: State,
	call: MockedCall,
	input: Record<string, unknown>,
	key: string | undefined,
): unknown {
	const request = JSON.stringify([call.name, input]);
	const first = key === undefined ? undefined : (state.answers.get(key) as First | undefined);
	if (first && first.request !== request) {
		throw new ServiceError('conflict', {
			message: 'This Idempotency-Key was used for another request.',
		});
	}
	if (first) return first.answer;
	const answer = call.route.output.parse(runGranted(state, call, input));
	if (key !== undefined) state.answers.set(key, { request, answer });
	return answer;
}

/** Like one transaction: without its grant, a call changes nothing. A call that changes nothing needs no grant. */
function runGranted(
	state: State,
	{ name, route }: MockedCall,
	input: Record<string, unknown>,
): unknown {
	const handler = handlers[name] as ((state: State, input: object) => unknown) | undefined;
	if (!handler) throw new Error(`The service of the tests has no ${name}.`);
	if (route.need === 'response:read') consumeGrant(state, route, input);
	const before = structuredClone({
		prompts: state.prompts,
		sites: state.sites,
		launcher: state.launcher,
	});
	const answer = handler(state, input) as { changed?: boolean };
	if (route.need === 'response:read' || answer.changed === false) return answer;
	try {
		consumeGrant(state, route, input);
	} catch (error) {
		Object.assign(state, before);
		throw error;
	}
	return answer;
}

function stream(state: State, response: ServerResponse, type: string): void {
	if (type === 'image/*') {
		response.writeHead(200, { 'content-type': 'image/webp' });
		response.end('RIFF');
		return;
	}
	response.writeHead(200, { 'content-type': type });
	if (type === 'text/csv') response.write('id,answer\r\n');
	for (const { id, answers } of state.responses) {
		const text = String(answers['more'] ?? '');
		response.write(
			type === 'text/csv'
				? `${id},"${text.replaceAll('"', '""')}"\r\n`
				: `${JSON.stringify({ id, answers })}\n`,
		);
	}
	response.end();
}
