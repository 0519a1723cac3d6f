// Connections that ask, without a pause, for whatever costs the service most without a sign-in. Each request has
// another network address, so that no limit of one address protects the service. Started by `startHostile`.
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';

const [apiUrl = '', connections = '1'] = process.argv.slice(2);

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
const bodies: [path: string, body: string][] = [
	['/manage/validate', JSON.stringify({ content: { survey_id: 'x', audience: tree(7) } })],
	['/manage/validate', JSON.stringify({ content: { survey_id: 'x', audience: tree(8) } })],
	['/manage/validate', JSON.stringify({ content: keys(4_900) })],
	['/mcp', JSON.stringify(call('prompt_validate', keys(4_900)))],
	['/mcp', JSON.stringify(call('prompt_propose', { survey_id: 'x', audience: tree(7) }))],
];

const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let sent = 0;

function ask(): Promise<void> {
	const [path, body] = bodies[sent++ % bodies.length]!;
	const address = [10, randomInt(256), randomInt(256), randomInt(256)].join('.');
	return new Promise((resolve) => {
		const asked = request(`${apiUrl}${path}`, {
			method: 'POST',
			agent,
			headers: {
				'content-type': 'application/json',
				'content-length': Buffer.byteLength(body),
				accept: 'application/json, text/event-stream',
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
