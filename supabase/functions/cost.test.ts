import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FunctionsRun, runFunctions } from '../../server/functions/functions.ts';
import { isThorough } from '../../testing/thorough.ts';
import { mintSecret } from './_shared/secrets/keyring.ts';
import {
	costlyForms,
	listCostly,
	listTargets,
	type Costly,
	type CostlyRequest,
} from './tests/costly-bodies.ts';
import { jwtSecret } from './tests/people.ts';
import { openSites, type TestSites } from './tests/sites.ts';

/** Milliseconds of processor time that one request without a sign-in may take. */
const mostMs = 50;
/** Characters of its answer. */
const longestAnswer = 200_000;
/** Requests to each path in `npm test`. */
const few = 100;

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
			FEEDBACK_SECRET: mintSecret(),
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

/** Processor time of the functions' process, in milliseconds. Other programs on the machine do not add to it. */
function readCpu(): number {
	const tasks = `/proc/${functions.pid}/task`;
	return readdirSync(tasks)
		.map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
		.reduce((sum, one) => sum + one, 0);
}

let requests = 0;

/** Sends a request from a new address, because one address may not send many. */
async function send({ path, type, body }: CostlyRequest) {
	const number = ++requests;
	const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
	const before = readCpu();
	const response = await fetch(`http://127.0.0.1:${functions.port}${path}`, {
		method: 'POST',
		headers: {
			'content-type': type,
			accept: 'application/json, text/event-stream',
			'x-forwarded-for': address,
			host: '127.0.0.1',
		},
		body,
	});
	const { length } = await response.text();
	return { cpu: readCpu() - before, status: response.status, length };
}

// Every n-th, so that a short run has something of everything.
function spread<Item>(items: readonly Item[], count: number): Item[] {
	if (isThorough || items.length <= count) return [...items];
	return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]!);
}

/** The problem with a request: its answer, or its cost in most of three more attempts. */
async function findFault(request: CostlyRequest): Promise<string | undefined> {
	const { status, length, cpu } = await send(request);
	const where = `${request.path}, ${request.what}`;
	if (status >= 500 || status === 429) return `${status}: ${where}`;
	if (length > longestAnswer) return `an answer of ${length} characters: ${where}`;
	if (cpu <= mostMs) return undefined;
	// Once in a while, a request is also charged for what others left to the garbage collector.
	const attempts = [await send(request), await send(request), await send(request)];
	const [, median] = attempts.map((attempt) => attempt.cpu).sort((a, b) => a - b);
	return median! > mostMs ? `${Math.round(median!)} ms: ${where}` : undefined;
}

describe.skipIf(!existsSync('/proc/self/schedstat'))('64 KB without a sign-in', () => {
	const groups = new Map<string, Costly[]>();
	const add = (path: string, requests: Costly[]) =>
		groups.set(path, [...(groups.get(path) ?? []), ...requests]);
	for (const target of listTargets()) add(target.path, listCostly(target));
	for (const form of costlyForms()) add(form.path, [{ isTree: false, make: () => form }]);

	it.each([...groups])(
		'to %s cost at most 50 ms of processor time',
		async (_, all) => {
			const trees = all.filter(({ isTree }) => isTree);
			const others = all.filter(({ isTree }) => !isTree);
			const chosen = [...trees, ...spread(others, few)]
				.map(({ make }) => make())
				.filter((request) => request !== undefined);
			// Compiled code and loaded modules are not the cost of a request.
			for (const request of chosen.slice(0, 5)) await send(request);
			const faults: (string | undefined)[] = [];
			for (const request of chosen) faults.push(await findFault(request));
			expect(faults.filter(Boolean)).toEqual([]);
		},
		600_000,
	);
});
