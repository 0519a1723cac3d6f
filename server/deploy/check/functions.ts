import { type Answer, ask } from './ask.ts';
import type { Check } from './check.ts';

/**
 * Checks whether each function responds. The requests need no permissions. Each has a response that only this function
 * sends, so a response from a gateway or another function does not pass.
 *
 * @param apiUrl ends in `/functions/v1`
 */
export function checkFunctions(apiUrl: string): Check[] {
	return [
		{
			title: 'The sdk function answers',
			run: async () => {
				const answer = await ask(`${apiUrl}/sdk/events`, { method: 'POST', body: '{}' });
				expectError('sdk', answer, 400, 'invalid_request');
				return undefined;
			},
		},
		{
			title: 'The manage function answers, and asks for a sign-in',
			run: async () => {
				const answer = await ask(`${apiUrl}/manage/whoami`);
				expectError('manage', answer, 401, 'unauthenticated');
				return undefined;
			},
		},
		{
			title: 'The events function answers, and asks for a site key',
			run: async () => {
				const answer = await ask(`${apiUrl}/events`, { method: 'POST', body: '{}' });
				expectError('events', answer, 401, 'unauthenticated');
				return undefined;
			},
		},
		{
			title: 'The screenshots function answers',
			run: async () => {
				const answer = await ask(`${apiUrl}/screenshots`, { method: 'POST', body: '{}' });
				expectError('screenshots', answer, 400, 'invalid_request');
				return undefined;
			},
		},
		{
			title: 'The oauth function answers, at the address that it names',
			run: async () => {
				const answer = await ask(`${apiUrl}/oauth/.well-known/openid-configuration`);
				const issuer = (answer.json as { issuer?: unknown } | undefined)?.issuer;
				if (answer.status !== 200 || typeof issuer !== 'string') throw unexpected('oauth', answer);
				if (issuer !== `${apiUrl}/oauth`) {
					throw new Error(
						`The function says that it is at ${issuer}. Set FEEDBACK_API_URL to ${apiUrl} and deploy again.`,
					);
				}
				return undefined;
			},
		},
		{
			title: 'The mcp function answers, and says what it is',
			run: async () => {
				const answer = await ask(`${apiUrl}/mcp/.well-known/oauth-protected-resource`);
				const resource = (answer.json as { resource?: unknown } | undefined)?.resource;
				if (answer.status !== 200 || resource !== `${apiUrl}/mcp`) throw unexpected('mcp', answer);
				return undefined;
			},
		},
		{
			title: 'The deliver function answers',
			run: async () => {
				const answer = await ask(`${apiUrl}/deliver`, { method: 'POST' });
				expectError('deliver', answer, 401, 'unauthenticated');
				return undefined;
			},
		},
	];
}

function expectError(name: string, answer: Answer, status: number, code: string): void {
	const error = (answer.json as { error?: { code?: unknown } } | undefined)?.error;
	if (answer.status !== status || error?.code !== code) throw unexpected(name, answer);
}

function unexpected(name: string, { status, headers, text, json }: Answer): Error {
	const ours = headers.has('x-request-id') && (json as { error?: object } | undefined)?.error;
	if (ours) {
		return new Error(
			`It failed with ${status}: ${text.slice(0, 300)} The log of the function says why; often a secret is missing.`,
		);
	}
	if (status === 401) {
		return new Error(
			`The gateway asks for a token before the function is called. Turn off "Verify JWT" for the function ${name} ` +
				'(self-hosted: FUNCTIONS_VERIFY_JWT=false); the functions check their callers themselves.',
		);
	}
	if (status === 404) return new Error(`There is no function ${name}. Deploy again.`);
	return new Error(`Something else answered, with ${status}: ${text.slice(0, 300)}`);
}
