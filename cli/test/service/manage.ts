import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, parseInput, routes, ServiceError } from '@feedback/contract';
import type { Route, RouteName } from '@feedback/contract';

import { handlers } from './handlers.ts';
import type { State } from './state.ts';

type Call = { name: RouteName; route: Route; params: Record<string, string> };

/** Answers the management API by the contract's routes: every request and every answer is checked. */
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
		if (!call) throw new ServiceError('not_found', { message: 'No route takes this.' });
		const input = readInput(call, url, body);
		checkCaller(state, request, call.route);
		checkGrant(state, call.route);
		if (call.route.stream) return stream(state, response, call.route.stream);
		send(200, runOnce(state, request, call, input));
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { code, message, field, hint } = error;
		send(errors[code].status, { error: { code, message, field, hint, request_id: 'r-1' } });
	}
}

function findRoute(method: string, path: string): Call | undefined {
	for (const [name, route] of Object.entries<Route>(routes)) {
		const pattern = route.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
		const match = route.method === method && new RegExp(`^${pattern}$`).exec(path);
		if (match) return { name: name as RouteName, route, params: { ...match.groups } };
	}
	return undefined;
}

function readInput({ route, params }: Call, url: URL, body: string): Record<string, unknown> {
	const query = Object.fromEntries(url.searchParams);
	return {
		...(route.params && (parseInput(route.params, params) as object)),
		...(route.query && (parseInput(route.query.strict(), query) as object)),
		...(route.body && (parseInput(route.body, JSON.parse(body)) as object)),
	};
}

function checkCaller(state: State, request: IncomingMessage, route: Route): void {
	const token = request.headers.authorization?.replace('Bearer ', '');
	if (route.need === 'nothing' || (token && state.tokens.has(token))) return;
	throw new ServiceError('unauthenticated');
}

function checkGrant(state: State, route: Route): void {
	if (!route.need.includes(':')) return;
	const grant = state.grants.find(({ action }) => action === route.need);
	if (!grant) throw new ServiceError('approval_required');
	if (grant.mode === 'once') state.grants.splice(state.grants.indexOf(grant), 1);
}

function runOnce(state: State, request: IncomingMessage, call: Call, input: object): unknown {
	const key = request.headers['idempotency-key'];
	if (key !== undefined && !call.route.idempotent) throw new Error(`${call.name} takes no key.`);
	if (typeof key === 'string' && state.answers.has(key)) return state.answers.get(key);
	const handler = handlers[call.name] as ((state: State, input: object) => unknown) | undefined;
	if (!handler) throw new Error(`The service of the tests has no ${call.name}.`);
	const answer = call.route.output.parse(handler(state, input));
	if (typeof key === 'string') state.answers.set(key, answer);
	return answer;
}

function stream(state: State, response: ServerResponse, type: string): void {
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
