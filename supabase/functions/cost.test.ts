import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FunctionsRun, runFunctions } from '../../server/functions/functions.ts';
import { isThorough } from '../../testing/thorough.ts';
import { hashToken, mintToken } from './_shared/secrets/connection-token.ts';
import { createKeyring, mintSecret } from './_shared/secrets/keyring.ts';
import {
	costlyForms,
	listCostly,
	listTargets,
	type Costly,
	type CostlyRequest,
} from './tests/costly-bodies.ts';
import { jwtSecret } from './tests/people.ts';
import { readCpu } from './tests/read-cpu.ts';
import { openSites, type TestSites } from './tests/sites.ts';

/** Milliseconds of processor time that one request without a sign-in may take. */
const mostMs = 50;
/** Characters of its answer. */
const longestAnswer = 200_000;
/** Seconds that all requests may take together; `npm run rehearse fuzz` sets "all". */
const setting = process.env['FEEDBACK_FUZZ_SECONDS'] ?? (isThorough ? 'all' : '60');
const mostSeconds = setting === 'all' ? Infinity : Number(setting);

const secret = mintSecret();
let sites: TestSites;
let cache: string;
let functions: FunctionsRun;

beforeAll(async () => {
	sites = await openSites();
	cache = await mkdtemp(join(tmpdir(), 'feedback-deno-'));
	functions = await runFunctions({
		cache,
		environment: {
			FEEDBACK_INGEST_URL: sites.ingestUrl,
			FEEDBACK_MANAGE_URL: sites.manageUrl,
			FEEDBACK_SECRET: secret,
			FEEDBACK_JWT_SECRET: jwtSecret,
			FEEDBACK_API_URL: 'http://127.0.0.1:54321/functions/v1',
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			FEEDBACK_OUTGOING_HTTPS: '0',
		},
	});
});

afterAll(async () => {
	await functions.stop();
	await sites.end();
	await rm(cache, { recursive: true, force: true });
});

const keyring = createKeyring(secret);

/** The key of a site that has sent nothing yet, because one key may not report many events. */
async function createSiteKey(): Promise<string> {
	const { id } = await sites.makeSite();
	const key = mintToken('fbs_');
	await sites.sql`
		insert into app.site_keys (site_id, id, name, prefix, hash, created_by)
		values (${id}, ${crypto.randomUUID()}, 'Backend', ${key.slice(0, 8)},
			${Buffer.from(hashToken(keyring, key))}, ${crypto.randomUUID()})`;
	return key;
}

let requests = 0;

/** Sends a request from a new address, because one address may not send many. */
async function send({ path, type, body }: CostlyRequest) {
	const number = ++requests;
	// Without a key, a backend's report would not be read at all.
	const key = path === '/events' ? await createSiteKey() : undefined;
	const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
	const before = readCpu(functions.pid);
	const response = await fetch(`http://127.0.0.1:${functions.port}${path}`, {
		method: 'POST',
		headers: {
			'content-type': type,
			accept: 'application/json, text/event-stream',
			'x-forwarded-for': address,
			host: '127.0.0.1',
			...(key !== undefined && { authorization: `Bearer ${key}` }),
		},
		body,
	});
	const { length } = await response.text();
	return { cpu: readCpu(functions.pid) - before, status: response.status, length };
}

/** The same in an order in which any first part has something of everything. */
function spread<Item>(items: readonly Item[]): Item[] {
	// A step without a common divisor reaches each place once.
	const step = [61, 67, 71, 73].find((prime) => items.length % prime !== 0) ?? 1;
	return items.map((_, at) => items[(at * step) % items.length]!);
}

/** The problem with a request: its answer, or its cost in each of several attempts. */
async function findFault(
	request: CostlyRequest,
): Promise<{ status: number; fault: string | undefined }> {
	const { status, length, cpu } = await send(request);
	const where = `${request.path}, ${request.what}`;
	const found = (fault?: string) => ({ status, fault });
	if (status >= 500 || status === 429) return found(`${status}: ${where}`);
	if (length > longestAnswer) return found(`an answer of ${length} characters: ${where}`);
	// A request is also charged for the garbage of others, and for a processor that others share; never for less.
	let least = cpu;
	for (let more = 0; least > mostMs && more < 5; more++) {
		least = Math.min(least, (await send(request)).cpu);
	}
	return found(least > mostMs ? `${Math.round(least)} ms: ${where}` : undefined);
}

describe.skipIf(!existsSync('/proc/self/schedstat'))('64 KB without a sign-in', () => {
	const groups = new Map<string, Costly[]>();
	const add = (path: string, requests: Costly[]) =>
		groups.set(path, [...(groups.get(path) ?? []), ...requests]);
	for (const target of listTargets()) add(target.path, listCostly(target));
	for (const form of costlyForms()) add(form.path, [{ isTree: false, make: () => form }]);

	let spentMs = 0;
	let begun = 0;

	it.each([...groups])(
		'to %s cost at most 50 ms of processor time',
		async (path, all) => {
			// What the paths before it left is shared by the others.
			const shareMs = (mostSeconds * 1_000 - spentMs) / (groups.size - begun++);
			const started = performance.now();
			const trees = all.filter(({ isTree }) => isTree);
			const others = spread(all.filter(({ isTree }) => !isTree));
			const chosen = [...spread(trees), ...others];
			// Compiled code and loaded modules are not the cost of a request.
			for (const { make } of chosen.slice(0, 5)) {
				const request = make();
				if (request) await send(request);
			}
			const faults: string[] = [];
			let accepted = 0;
			let tried = 0;
			for (const { make } of chosen) {
				if (tried > 0 && performance.now() - started > shareMs) break;
				const request = make();
				if (!request) continue;
				tried++;
				const { fault, status } = await findFault(request);
				if (fault !== undefined) faults.push(fault);
				if (status !== 401) accepted++;
			}
			spentMs += performance.now() - started;
			expect(faults).toEqual([]);
			// A route that asks who is calling first was not measured.
			expect(accepted, path).toBeGreaterThan(0);
		},
		3_600_000,
	);
});
