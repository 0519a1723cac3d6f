// Connections that ask, without a pause, for whatever costs the service most without a sign-in. Each request has
// another network address, so that no limit of one address protects the service. Started by `startHostile`.
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';

const [gatewayUrl = '', asksFor = '', connections = '1', docsHost = '', origin = ''] =
	process.argv.slice(2);

const tree = (depth: number): object =>
	depth === 0 ? { trait: 't', op: 'iz' } : { all: [1, 2, 3].map(() => tree(depth - 1)) };
const keys = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
const call = (name: string, content: object) => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'tools/call',
	params: { name, arguments: { content } },
});
type Asked = { path: string; body?: string; headers?: Record<string, string> };
const toFunction = (path: string, body: object): Asked => ({
	path: `/functions/v1/${path}`,
	body: JSON.stringify(body),
	headers: { accept: 'application/json, text/event-stream' },
});
const email = () => `person-${randomInt(1e9)}@example.com`;
const requests: Record<string, (() => Asked)[]> = {
	functions: [
		toFunction('manage/validate', { content: { survey_id: 'x', audience: tree(7) } }),
		toFunction('manage/validate', { content: { survey_id: 'x', audience: tree(8) } }),
		toFunction('manage/validate', { content: keys(4_900) }),
		toFunction('mcp', call('prompt_validate', keys(4_900))),
		toFunction('mcp', call('prompt_propose', { survey_id: 'x', audience: tree(7) })),
	].map((asked) => () => asked),
	search: [() => ({ path: `/search?limit=20&q=${words(40)}`, headers: { host: docsHost } })],
	'sign-in': [
		() => ({
			path: '/auth/email-otp/send-verification-otp',
			headers: { origin },
			body: JSON.stringify({ email: email(), type: 'sign-in' }),
		}),
		() => ({
			path: '/auth/sign-in/email',
			headers: { origin },
			body: JSON.stringify({ email: email(), password: 'correct horse battery' }),
		}),
	],
};
// Different each time, so that no answer is kept.
const words = (count: number) =>
	Array.from({ length: count }, () =>
		randomInt(36 ** 3, 36 ** 4)
			.toString(36)
			.slice(0, 3),
	).join('+');

const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let sent = 0;

function ask(): Promise<void> {
	const choice = requests[asksFor]!;
	const { path, body, headers } = choice[sent++ % choice.length]!();
	const address = [10, randomInt(256), randomInt(256), randomInt(256)].join('.');
	return new Promise((resolve) => {
		const asked = request(`${gatewayUrl}${path}`, {
			method: body === undefined ? 'GET' : 'POST',
			agent,
			headers: {
				...(body !== undefined && {
					'content-type': 'application/json',
					'content-length': Buffer.byteLength(body),
				}),
				...headers,
				'x-forwarded-for': address,
			},
		});
		asked.once('response', (response) => response.resume().once('close', resolve));
		asked.once('error', () => resolve());
		asked.end(body);
	});
}

async function connect(): Promise<never> {
	for (;;) await ask();
}

for (let at = 0; at < Number(connections); at++) void connect();
console.log('started');
