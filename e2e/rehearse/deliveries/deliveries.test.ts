// Final answers and their webhooks, while the clients, the functions with their worker, the receiver and
// Postgres are killed.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { connectDatabase } from '../../../server/postgres/connect.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { sealDestinationSecret } from '../../../supabase/functions/_shared/secrets/destination-secret.ts';
import { createKeyring, mintSecret } from '../../../supabase/functions/_shared/secrets/keyring.ts';
import { displaySecret } from '../../../supabase/functions/sdk/display-secret.ts';
import { report } from '../../../supabase/tests/caller.ts';
import { createDestination } from '../../../supabase/tests/destinations.ts';
import type { TestSql } from '../../../supabase/tests/harness.ts';
import { createSite, publishPrompt, type TestSite } from '../../../supabase/tests/sites.ts';
import { newVisit } from '../../../supabase/tests/visits.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const temporary = new Set(['unavailable', 'rate_limited', 'internal']);
const ignore = () => undefined;
const secret = mintSecret();
const keyring = createKeyring(secret);

let stack: Stack;
let receiver: Receiver;
let sql: TestSql;
let site: TestSite;
let sending = new AbortController();

/** Kills every request of the clients, at any point. */
function killSenders(): void {
	sending.abort();
	sending = new AbortController();
}

beforeAll(async () => {
	receiver = await startReceiver();
	stack = await startTestStack({
		environment: { FEEDBACK_SECRET: secret, FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' },
	});
	sql = connectDatabase(stack.adminUrl) as unknown as TestSql;
	site = await createSite(sql);
	await publishPrompt(sql, site.id, { trigger: { events: ['done'] }, limits: { show: 'always' } });
	const destination = await createDestination(sql, site.id);
	const signing = `whsec_${randomBytes(24).toString('base64')}`;
	const sealed = await sealDestinationSecret(keyring, site.id, destination, 'secret', signing);
	await sql`
		update app.destinations set url = ${`http://127.0.0.1:${receiver.port}/`}, sealed_secret = ${Buffer.from(sealed)}
		where id = ${destination}`;
});

afterAll(async () => {
	await sql?.end();
	await stack?.stop();
	await receiver?.stop();
});

async function displayMany(count: number): Promise<string[]> {
	const displays: string[] = [];
	let left = count;
	const displayNext = async () => {
		while (left-- > 0) {
			displays.push((await report(sql, newVisit(site.id), 'done')).display);
			// Below the rate limit of a site, which four clients exceed on a fast machine.
			await wait(10);
		}
	};
	await Promise.all(Array.from({ length: 4 }, displayNext));
	return displays;
}

/**
 * Answers as the SDK does, repeating the request until the answer is stored. Resolves to the time when it was stored.
 */
async function answer(display: string): Promise<number> {
	const body = JSON.stringify({
		site: site.siteId,
		display,
		secret: displaySecret(keyring, display),
		seq: 1,
		final: true,
		answers: { score: 4 },
	});
	for (;;) {
		const { signal } = sending;
		const response = await fetch(`${stack.apiUrl}/sdk/answer`, {
			method: 'POST',
			body,
			signal,
		}).catch(() => undefined);
		if (response?.ok) return Date.now();
		const code = ((await response?.json().catch(ignore)) as { error?: { code: string } })?.error
			?.code;
		// A response without a code comes from a cut connection.
		if (code !== undefined && !temporary.has(code)) throw new Error(code);
		await wait(500);
	}
}

/** Answers at this rate per second. Resolves to the time when each was stored. */
async function answerAll(displays: string[], perSecond: number): Promise<Map<string, number>> {
	const started = performance.now();
	const stored = new Map<string, number>();
	await Promise.all(
		displays.map(async (display, at) => {
			await wait(Math.max(0, (at / perSecond) * 1_000 - (performance.now() - started)));
			stored.set(display, await answer(display));
		}),
	);
	return stored;
}

const arrived = () => new Set(receiver.arrivals.map(({ response }) => response));

it('delivers within a second at 50 answers a second', async () => {
	const stored = await answerAll(await displayMany(1_500), 50);
	await expect.poll(() => arrived().size, { timeout: 60_000 }).toBe(1_500);
	const latencies = receiver.arrivals
		.map(({ response, at }) => at - stored.get(response)!)
		.toSorted((a, b) => a - b);
	const percentile = (share: number) => latencies[Math.floor(latencies.length * share)];
	console.log(`Delivered after ${percentile(0.5)} ms (p50), ${percentile(0.95)} ms (p95).`);
	receiver.arrivals.length = 0;
}, 180_000);

it('delivers 10,000 of 10,000 answers, whatever is killed', async () => {
	const displays = await displayMany(10_000);
	const answering = answerAll(displays, 100);
	for (let time = 0; time < 3; time++) {
		await wait(4_000);
		killSenders();
		await wait(4_000);
		stack.killPart('functions');
		await wait(8_000);
		await receiver.kill(3_000);
		await wait(8_000);
		stack.killPart('postgres');
		// While the database is down, most requests are in progress.
		await wait(500);
		killSenders();
	}
	await answering;
	await expect.poll(() => arrived().size, { timeout: 300_000, interval: 1_000 }).toBe(10_000);
	const messages = new Map<string, Set<string>>();
	for (const { response, message } of receiver.arrivals) {
		messages.set(response, (messages.get(response) ?? new Set()).add(message));
	}
	expect(displays.filter((display) => messages.get(display)?.size !== 1)).toEqual([]);
	console.log(`${receiver.arrivals.length - 10_000} arrived again, each under the same id.`);
}, 900_000);
