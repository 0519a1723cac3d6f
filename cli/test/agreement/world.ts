// The test service and the real service behind the same interface: one site, and a connection to it.
import { examplePrompt, promptSchema, routes } from '@feedback/contract';
import type { Prompt, Route, RouteInput, RouteName } from '@feedback/contract';
import type { Client } from '@feedback/client';

import { askForToken, beginDevice, signInByApi } from '../../../dashboard/test/program.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { addGrant } from '../service/state.ts';
import type { Service } from '../service/start.ts';
import type { Answer } from './answer.ts';
import { openRealOAuth, openFakeOAuth } from './oauth-world.ts';
import type { OAuthWorld } from './oauth-world.ts';

export type World = {
	workspace: string;
	site: string;
	/** Calls a route as the connection. */
	ask<Name extends RouteName>(
		name: Name,
		input: RouteInput<Name>,
		headers?: Record<string, string>,
	): Promise<Answer>;
	/** Sends a request that the client would not send. */
	send(path: string, options?: RequestInit): Promise<Answer>;
	/** The person decides on a request; an approval is for one operation. */
	decide(request: string, how: 'approve' | 'deny'): Promise<void>;
	oauth: OAuthWorld;
};

/** Whether the person has approved everything. */
type Options = { approved: boolean };

let promptCount = 0;

/** A prompt with a unique survey ID. */
export function contentOf(change: Partial<Prompt> = {}): Prompt {
	return promptSchema.parse({ ...examplePrompt, survey_id: `made-${++promptCount}`, ...change });
}

const everything = [
	'site:create',
	'prompt:draft',
	'prompt:publish',
	'launcher:set',
	'response:read',
] as const;

/** Opens the test service after a reset. */
export function openFake(service: Service, { approved }: Options): World {
	service.reset();
	const { state } = service;
	if (approved) for (const action of everything) addGrant(state, action);
	const calls = callsOf(`${service.url}/fn/manage`, 'fbt_good');
	return {
		...calls,
		oauth: openFakeOAuth(service),
		workspace: state.workspace,
		site: state.site,
		async decide(request, how) {
			// The test service applies the decision when the request is read.
			state.person_decides = how;
			await calls.ask('getGrantRequest', { request });
			state.person_decides = 'nothing';
		},
	};
}

/** A world in the real service: a separate site in the demo workspace. */
export async function openReal(stack: Stack, { approved }: Options): Promise<World> {
	const person = await signInByApi(stack);
	const { workspaces } = await person.whoami();
	const workspace = workspaces[0]!.id;
	const { id: site } = await person.createSite({ workspace, name: 'Reports' });
	const token = approved
		? await makeToken(person, workspace, site)
		: await signInProgram(stack, person, site);
	return {
		...callsOf(`${stack.apiUrl}/manage`, token),
		oauth: openRealOAuth(stack, person, site),
		workspace,
		site,
		async decide(request, how) {
			if (how === 'deny')
				return void (await person.denyGrant({ request, reason: 'Not this week.' }));
			const { sha256, combination } = await person.getGrantRequest({ request });
			await person.approveGrant({
				request,
				mode: 'once',
				combination,
				...(sha256 !== null && { sha256 }),
			});
		},
	};
}

async function makeToken(person: Client, workspace: string, site: string): Promise<string> {
	const { token } = await person.createCiToken({
		workspace,
		name: 'Feedback command',
		sites: [site],
		days: 1,
		actions: [...everything],
		combination: true,
	});
	return token;
}

async function signInProgram(stack: Stack, person: Client, site: string): Promise<string> {
	const { device_code, user_code } = await beginDevice(stack, 'laptop');
	await person.getDevice({ user_code });
	await person.approveDevice({ user_code, sites: [site] });
	const { access_token: token } = await askForToken(stack, device_code);
	return token!;
}

function callsOf(base: string, token: string): Pick<World, 'ask' | 'send'> {
	const send: World['send'] = async (path, { headers, ...options } = {}) => {
		const response = await fetch(base + path, {
			...options,
			headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
		});
		const text = await response.text();
		return { status: response.status, body: JSON.parse(text || '{}') as Answer['body'] };
	};
	return {
		send,
		ask(name, input, headers = {}) {
			const { method, path, body } = toWire(routes[name], input as Record<string, unknown>);
			const json = body && { 'content-type': 'application/json' };
			return send(path, { method, body: body ?? null, headers: { ...json, ...headers } });
		},
	};
}

function toWire(route: Route, input: Record<string, unknown>) {
	const left = { ...input };
	const take = (name: string) => {
		const value = left[name];
		delete left[name];
		return String(value);
	};
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => take(name));
	const asked = Object.keys(route.query?.shape ?? {}).filter((name) => left[name] !== undefined);
	const query = new URLSearchParams(asked.map((name) => [name, take(name)]));
	return {
		method: route.method,
		path: query.size > 0 ? `${path}?${query}` : path,
		body: route.body ? JSON.stringify(left) : undefined,
	};
}
