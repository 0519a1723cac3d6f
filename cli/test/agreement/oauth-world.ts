// The OAuth servers of the test service and the real service, behind the same interface.
import type { Client } from '@feedback/client';
import { limits } from '@feedback/contract';
import postgres from 'postgres';

import type { Stack } from '../../../server/stack/start-stack.ts';
import type { Service } from '../service/start.ts';
import type { Answer } from './answer.ts';

type Decision = 'approve' | 'deny';
type Form = Record<string, string> | [string, string][];

export type OAuthWorld = {
	/** `{api_url}` of the service. */
	apiUrl: string;
	get(path: string): Promise<Answer>;
	post(path: string, form: Form, headers?: Record<string, string>): Promise<Answer>;
	/** Opens the authorization request in a browser, where the person decides; resolves to the redirect. */
	sendBrowser(parameters: Form, decision: Decision): Promise<Answer>;
	/** The person enters a user code. */
	enterCode(userCode: string, decision: Decision): Promise<void>;
	/** Moves the clock forward, or back with a negative number. */
	pass(seconds: number): Promise<void>;
};

export function openFakeOAuth(service: Service): OAuthWorld {
	const { oauth } = service;
	const { pollSeconds } = limits.signIn;
	oauth.poll = { announced: pollSeconds, enforced: pollSeconds };
	oauth.device_answer = 'nothing';
	const calls = callsOf(`${service.url}/fn`);
	return {
		...calls,
		async sendBrowser(parameters, decision) {
			oauth.device_answer = decision;
			const answer = await calls.get(`/authorize?${new URLSearchParams(parameters)}`);
			oauth.device_answer = 'nothing';
			return answer;
		},
		async enterCode(userCode, decision) {
			const device = [...oauth.devices.values()].find(({ user_code: code }) => code === userCode);
			device!.state = decision === 'approve' ? 'approved' : 'denied';
		},
		async pass(seconds) {
			oauth.ahead += seconds * 1_000;
		},
	};
}

export function openRealOAuth(
	{ apiUrl, adminUrl }: Stack,
	person: Client,
	site: string,
): OAuthWorld {
	const calls = callsOf(apiUrl);
	return {
		...calls,
		async sendBrowser(parameters, decision) {
			const answer = await calls.get(`/authorize?${new URLSearchParams(parameters)}`);
			const [, authorization] = /\/authorize\/([\w-]{36})$/.exec(String(answer.body['to'])) ?? [];
			if (authorization === undefined) return answer;
			await person.getAuthorization({ authorization });
			const { redirect } =
				decision === 'approve'
					? await person.approveAuthorization({ authorization, sites: [site] })
					: await person.denyAuthorization({ authorization });
			return { status: answer.status, body: readRedirect(redirect) };
		},
		async enterCode(user_code, decision) {
			await person.getDevice({ user_code });
			if (decision === 'approve') await person.approveDevice({ user_code, sites: [site] });
			else await person.denyDevice({ user_code });
		},
		async pass(seconds) {
			const sql = postgres(adminUrl, { max: 1, onnotice() {} });
			try {
				const back = sql`make_interval(secs => ${seconds})`;
				await sql`update app.tokens
					set expires_at = expires_at - ${back}, replaced_at = replaced_at - ${back}`;
				await sql`update app.device_requests
					set expires_at = expires_at - ${back}, polled_at = polled_at - ${back}`;
				await sql`update app.authorization_requests
					set code_expires_at = code_expires_at - ${back}`;
			} finally {
				await sql.end();
			}
		},
	};
}

function callsOf(apiUrl: string): Pick<OAuthWorld, 'apiUrl' | 'get' | 'post'> {
	const ask = async (path: string, init: RequestInit): Promise<Answer> => {
		const response = await fetch(`${apiUrl}/oauth${path}`, { ...init, redirect: 'manual' });
		const text = await response.text();
		const location = response.headers.get('location');
		const body = location ? readRedirect(location) : (JSON.parse(text || '{}') as Answer['body']);
		return { status: response.status, body };
	};
	return {
		apiUrl,
		get: (path) => ask(path, {}),
		post: (path, form, headers = {}) =>
			ask(path, { method: 'POST', body: new URLSearchParams(form), headers }),
	};
}

function readRedirect(location: string): Answer['body'] {
	const { origin, pathname, searchParams } = new URL(location);
	return { to: origin + pathname, ...Object.fromEntries(searchParams) };
}
