// Random requests to every operation, sent to the functions in Deno: no answer is 500 or more, and each costs little.
// `npm run prove fuzz` sends 100,000.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reportNote, reportTable } from '../../e2e/prove/report.ts';
import { type FunctionsRun, runFunctions } from '../../server/functions/functions.ts';
import { createKeyring, mintSecret } from './_shared/secrets/keyring.ts';
import { openFuzzWorld, type FuzzWorld } from './tests/fuzz-world.ts';
import { createFuzzRequests, type FuzzRequest, type FuzzRequests } from './tests/fuzz-requests.ts';
import { jwtSecret } from './tests/people.ts';
import { emoji } from './tests/random-value.ts';
import { readCpu } from './tests/read-cpu.ts';

const requests = Number(process.env['FEEDBACK_FUZZ_REQUESTS'] ?? 800);
const isWhole = requests >= 100_000;
const seed = Number(process.env['FEEDBACK_SEED'] ?? 54);
/** Milliseconds of processor time of one request, with a sign-in and without. */
const mostCpu = { manage: 250, mcp: 250, events: 50, sdk: 50, oauth: 50 };
/** Milliseconds until the answer: the service stops waiting for its database then. */
const deadlines = {
	manage: limits.open.deadline,
	mcp: limits.open.deadline,
	events: limits.request.deadline,
	sdk: limits.request.deadline,
	oauth: limits.request.deadline,
};

type Answer = { status: number; text: string; cpu: number; ms: number };

const secret = mintSecret();
let world: FuzzWorld;
let cache: string;
let functions: FunctionsRun;

beforeAll(async () => {
	world = await openFuzzWorld(createKeyring(secret));
	cache = await mkdtemp(join(tmpdir(), 'feedback-deno-'));
	functions = await runFunctions({
		cache,
		environment: {
			FEEDBACK_INGEST_URL: world.sites.ingestUrl,
			FEEDBACK_MANAGE_URL: world.sites.manageUrl,
			FEEDBACK_SECRET: secret,
			FEEDBACK_JWT_SECRET: jwtSecret,
			FEEDBACK_API_URL: 'http://127.0.0.1:54321/functions/v1',
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			FEEDBACK_OUTGOING_HTTPS: '0',
			FEEDBACK_DELIVER: '0',
		},
	});
});

afterAll(async () => {
	await functions.stop();
	await world.end();
	await rm(cache, { recursive: true, force: true });
});

async function send({ url, method, headers, body }: FuzzRequest): Promise<Answer> {
	const before = readCpu(functions.pid);
	const started = performance.now();
	const response = await fetch(`http://127.0.0.1:${functions.port}${url}`, {
		method,
		headers,
		...(body !== undefined && method !== 'GET' && { body: body.toWellFormed() }),
	});
	const text = await response.text();
	return {
		status: response.status,
		text,
		cpu: readCpu(functions.pid) - before,
		ms: performance.now() - started,
	};
}

/** The least that the request costs in some attempts: others may have left work to the garbage collector. */
async function leastOf(request: FuzzRequest, part: 'cpu' | 'ms', first: number): Promise<number> {
	const again = [await send(request), await send(request), await send(request)];
	return Math.min(first, ...again.map((answer) => answer[part]));
}

function describeRequest({ operation, method, url, body }: FuzzRequest): string {
	return `${operation.name}: ${method} ${url} ${body?.slice(0, 600) ?? ''}`;
}

const create = (choose?: Parameters<typeof createFuzzRequests>[0]['choose']): FuzzRequests =>
	createFuzzRequests({
		seed,
		known: world.known,
		credentials: world.credentials,
		...(choose && { choose }),
	});

describe.skipIf(!existsSync('/proc/self/schedstat'))('random requests', () => {
	it('to every operation are answered below 500, and cost little', async () => {
		const fuzz = create();
		const faults: string[] = [];
		const tried = new Set<string>();
		const statuses = new Map<number, number>();
		const most = { cpu: 0, ms: 0 };
		let slow = 0;
		let costly = 0;
		for (let number = 0; number < requests; number++) {
			const request = fuzz.make(number);
			const { kind, name } = request.operation;
			const answer = await send(request);
			tried.add(name);
			statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
			if (answer.status >= 500) faults.push(`${answer.status}: ${describeRequest(request)}`);
			else fuzz.learn(request.operation, answer.text);
			const isCostly = answer.cpu > mostCpu[kind];
			const cpu = isCostly ? await leastOf(request, 'cpu', answer.cpu) : answer.cpu;
			if (cpu > mostCpu[kind]) {
				costly++;
				faults.push(`${Math.round(cpu)} ms of CPU: ${describeRequest(request)}`);
			}
			const isSlow = answer.ms > deadlines[kind];
			const ms = isSlow ? await leastOf(request, 'ms', answer.ms) : answer.ms;
			if (ms > deadlines[kind]) slow++;
			most.cpu = Math.max(most.cpu, cpu);
			most.ms = Math.max(most.ms, ms);
		}
		const count = (matches: (status: number) => boolean) =>
			[...statuses].reduce((sum, [status, times]) => sum + (matches(status) ? times : 0), 0);
		const none = (value: number) => ({ value, goal: { exactly: 0 } });
		reportNote(`${fuzz.operations.length} operations; seed ${seed}.`);
		reportTable('Random requests', {
			all: { count: requests },
			'answered 2xx': { count: count((status) => status < 300) },
			'refused, 4xx': { count: count((status) => status >= 400 && status < 500) },
			'answered 500 or more': { count: none(count((status) => status >= 500)) },
			'slower than their deadline': { count: none(slow) },
			'over their CPU': { count: none(costly) },
			'operations never tried': { count: fuzz.operations.length - tried.size },
			'the slowest answer': { 'took, ms': Math.round(most.ms) },
			'the costliest answer': { 'took, ms': Math.round(most.cpu) },
		});
		expect(faults).toEqual([]);
		// A generator whose requests are all refused would find nothing behind the checks.
		expect(count((status) => status < 300) / requests).toBeGreaterThan(0.1);
		if (isWhole) expect(tried.size).toBe(fuzz.operations.length);
	}, 7_200_000);

	it('find a fault that is planted in the database', async () => {
		await world.sites.sql.unsafe(`
				create function app.planted() returns trigger language plpgsql as $$
				begin raise 'a planted fault'; end $$;
				create trigger planted before insert or update on app.tags
				for each row when (new.name like '%${emoji}%') execute function app.planted()`);
		// The short run looks only where the fault is.
		const isNear = /^(create|update)Tag$/;
		const fuzz = create(isWhole ? undefined : ({ name }) => isNear.test(name));
		const limit = isWhole ? requests : 3_000;
		let found: FuzzRequest | undefined;
		let sent = 0;
		while (found === undefined && sent < limit) {
			// Other requests than before.
			const request = fuzz.make(requests + sent++);
			const answer = await send(request);
			if (answer.status >= 500) found = request;
			else fuzz.learn(request.operation, answer.text);
		}
		reportTable('A planted fault', { found: { 'after requests': sent } });
		expect(found?.operation.name).toMatch(isNear);
		expect(found!.body).toContain(emoji);
	}, 7_200_000);
});
