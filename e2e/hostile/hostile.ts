import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startTestStack } from '../../testing/start-test-stack.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import type { Stack } from '../../server/stack/start-stack.ts';

/** How many hostile connections there are. */
export const hostileConnections = [3, 30, 300];

const publicUrl = 'https://feedback.example.com';
const docsHost = 'docs.example.com';

/**
 * A stack that takes the network address of each client from its header, as behind a proxy.
 *
 * @param hasDocs whether it serves the documentation, which is built if it is stale
 */
export function startAttackedStack(hasDocs = false): Promise<Stack> {
	return startTestStack({
		network: {
			trustedProxies: ['127.0.0.1'],
			publicUrl,
			...(hasDocs && { docsUrl: `https://${docsHost}` }),
		},
		parts: hasDocs ? ['site'] : [],
		auth: 'feedback',
		// In a run of all tests, the others would take the processors from the functions.
		eventsFirst: hasDocs,
	});
}

/** What strangers ask for without a pause. */
export type Hostile = { asksFor: 'functions' | 'search' | 'sign-in'; connections: number };

/** Starts hostile connections in a separate process. */
export async function startHostile(
	{ gatewayUrl }: Pick<Stack, 'gatewayUrl'>,
	{ asksFor, connections }: Hostile,
): Promise<AsyncDisposable> {
	const script = join(import.meta.dirname, 'hostile-process.ts');
	const options = [gatewayUrl, asksFor, String(connections), docsHost, publicUrl];
	const child = spawn(process.execPath, [script, ...options], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	await once(child.stdout, 'data');
	return {
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
	};
}

export type Attempt = { status: number; ms: number };

/** Whether the visitor got a decision: 201 with a prompt, 200 without one. */
export const isDecided = ({ status }: Attempt): boolean => status === 200 || status === 201;

/** Visitors who each report an event and get a decision, eight a second. */
export async function visit({ apiUrl, siteId }: Stack, visitors: number): Promise<Attempt[]> {
	const visits: Promise<Attempt>[] = [];
	for (let at = 0; at < visitors; at++) {
		visits.push(report(apiUrl, siteId, `198.51.100.${at % 250}`));
		await wait(125);
	}
	return Promise.all(visits);
}

async function report(apiUrl: string, site: string, address: string): Promise<Attempt> {
	const now = Date.now();
	const started = performance.now();
	const response = await fetch(`${apiUrl}/sdk/events`, {
		method: 'POST',
		headers: {
			'content-type': 'text/plain',
			'x-forwarded-for': address,
			'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
		},
		body: JSON.stringify({
			site,
			visitor: randomUUID(),
			session: mintUuidv7(now),
			sdk: '0.4.0',
			context: { path: '/reports', device: 'desktop', languages: ['en'] },
			events: [{ id: mintUuidv7(now), name: 'report.exported' }],
			decide: true,
		}),
	});
	await response.text();
	return { status: response.status, ms: performance.now() - started };
}
