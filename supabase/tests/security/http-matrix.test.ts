// Every management operation, called by every kind of caller, for its own tenant and for another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { actions, routes, type Route, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isThorough, isTried, oneIn } from '../../../testing/thorough.ts';
import { toWire } from '../../functions/tests/manage.ts';
import type { TestPerson } from '../../functions/tests/people.ts';
import {
	type Caller,
	type Input,
	inputOf,
	mixIds,
	openTwoTenants,
	type TwoTenants,
} from './http-callers.ts';

let tenants: TwoTenants;
beforeAll(async () => {
	tenants = await openTwoTenants();
});
afterAll(() => tenants.end());

/** Whose IDs a call has: those of the own tenant, of the other, or the own site with further IDs of the other. */
const tenancies = ['own', 'other', 'mixed'] as const;
type Tenancy = (typeof tenancies)[number];
type Answer = {
	status: number;
	/** Whether the error asks the caller to involve a person. */
	asksPerson: boolean;
};
type Outcome = Answer & { caller: string; tenancy: Tenancy };

const denied = [401, 403, 404];
/** Those who may do most are tried with IDs of another tenant too; others may do less there as well. */
const mayReach = /^(owner|connection, (prompt:draft|response:read))$/;

const isWrite = ({ method, readsOnly }: Route) => method !== 'GET' && !readsOnly;
const isScoped = ({ path }: Route) => /\{(site|workspace)\}/.test(path);

let calls = 0;

async function call(name: RouteName, { credentials }: Caller, input: Input): Promise<Answer> {
	// An address that sends many invalid tokens is refused.
	const address = `10.0.${(++calls >> 8) & 255}.${calls & 255}`;
	const headers = { 'x-forwarded-for': address };
	const { own, manage } = tenants;
	// Confirms with the passkey of an input, without which nobody could change it.
	const { status, error } = await own.ask(credentials, name, input as never, manage, headers);
	return { status, asksPerson: error?.hint?.startsWith('Ask a person to do it at ') ?? false };
}

async function tryOperation(name: RouteName): Promise<Outcome[]> {
	const { own, other, callers, restore } = tenants;
	const route: Route = routes[name];
	await restore();
	/** What a call names is made once for each person whom it is about, until a call has used it. */
	const made = new Map<string, Promise<Input>>();
	const inputAbout = (about: TestPerson): Promise<Input> => {
		const input = made.get(about.id) ?? inputOf(own, name, about);
		made.set(about.id, input);
		return input;
	};
	const inputFor = async ({ person }: Caller): Promise<Input> => {
		const { owner } = own.people;
		const input = await inputAbout((isScoped(route) ? undefined : person) ?? owner);
		// Those who belong to no workspace have no requests: they try the owner's.
		return Object.values(input).includes(undefined) ? inputAbout(owner) : input;
	};
	const foreign = await inputOf(other, name, other.people.owner);
	const tryCaller = async (caller: Caller): Promise<Outcome[]> => {
		const outcomes: Outcome[] = [];
		const input = await inputFor(caller);
		const reaches = mayReach.test(caller.name);
		const isSame = JSON.stringify(toWire(route, input)) === JSON.stringify(toWire(route, foreign));
		const given = {
			other: reaches && !isSame ? foreign : undefined,
			mixed: reaches ? mixIds(input, foreign) : undefined,
			own: input,
		};
		for (const [tenancy, one] of Object.entries(given) as [Tenancy, Input | undefined][]) {
			if (!one) continue;
			const answer = await call(name, caller, one);
			outcomes.push({ caller: caller.name, tenancy, ...answer });
			if (answer.status >= 300 || !isWrite(route)) continue;
			made.clear();
			await restore();
		}
		return outcomes;
	};
	if (!isWrite(route)) return (await Promise.all(callers.map(tryCaller))).flat();
	// One after the other: after a success, what others are about to use is restored too.
	const outcomes: Outcome[] = [];
	for (const caller of callers) outcomes.push(...(await tryCaller(caller)));
	return outcomes;
}

/** One line for an operation, with what is not denied: a status is stated unless it is 200. */
function printOperation(name: RouteName, outcomes: readonly Outcome[]): string {
	const parts = tenancies.flatMap((tenancy) => {
		const allowed = outcomes
			.filter((one) => one.tenancy === tenancy && !denied.includes(one.status))
			.map(({ caller, status }) => (status === 200 ? caller : `${caller} ${status}`));
		return allowed.length > 0 ? [`${tenancy}: ${allowed.join(' | ')}`] : [];
	});
	const isForPeople = outcomes.some((one) => one.asksPerson && one.caller === 'connection');
	if (isForPeople) parts.push('connections ask a person');
	return `${name} ${routes[name].method}${parts.map((part) => `\n    ${part}`).join('')}`;
}

const head = `Which callers are not denied which operation over HTTP: all others get 401, 403 or 404. "own" has IDs of the
caller's tenant, "other" those of another, "mixed" the own site with all other IDs from another tenant; the
last two are tried for those who may do most. A status is stated unless it is 200. What belongs to a person,
such as their connections, is made for each person, so their "own" is theirs. "connections ask a person" where the
error says so, and at which page.
`;

describe('who may do what over HTTP', () => {
	const found = new Map<RouteName, Outcome[]>();

	const all = (Object.keys(routes) as RouteName[]).toSorted();
	const names = all.filter(isTried);

	it('matches the golden file, for every caller and tenant', async () => {
		// Writes take longest, because each is undone before the next.
		const writes = names.filter((name) => isWrite(routes[name]));
		const skipped = new Set(writes).difference(new Set(oneIn(8, writes)));
		for (const name of names) if (!skipped.has(name)) found.set(name, await tryOperation(name));
		const printed = Array.from(found, ([name, outcomes]) => printOperation(name, outcomes));
		const callers = `callers: ${tenants.callers.map(({ name }) => name).join(' | ')}\n`;
		if (isThorough && names.length === all.length) {
			const lines = [head, callers, ...printed];
			return expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('http-matrix.txt');
		}
		const golden = readFileSync(join(import.meta.dirname, 'http-matrix.txt'), 'utf8');
		expect(golden).toContain(callers);
		expect(`${golden}\n`.split(/\n(?! )/)).toEqual(expect.arrayContaining(printed));
	}, 600_000);

	// `FEEDBACK_THOROUGH=yes npx vitest run supabase/tests/security/http-matrix.test.ts --update` records them.
	it('has every operation in the golden file', () => {
		const golden = readFileSync(join(import.meta.dirname, 'http-matrix.txt'), 'utf8');
		expect(Array.from(golden.matchAll(/^(\w+) [A-Z]+$/gm), ([, name]) => name)).toEqual(all);
	});

	/** Their inputs name requests of another connection, or need a grant for exactly what they contain. */
	const ofOne = [
		...['getDestinationRequest', 'getGrantRequest', 'revokeGrant', 'setLauncher'],
		...['archivePrompt', 'pausePrompt', 'publishPrompt', 'resumePrompt'],
	];

	it('allows connections exactly what each route needs', () => {
		const golden = readFileSync(join(import.meta.dirname, 'http-matrix.txt'), 'utf8');
		for (const name of names.filter((one) => !ofOne.includes(one))) {
			const { need }: Route = routes[name];
			const [, own = ''] = new RegExp(`^${name} [A-Z]+\\n    own: (.+)$`, 'm').exec(golden) ?? [];
			const allowed = own.split(' | ').filter((caller) => /^connection(,|$)/.test(caller));
			const all = ['connection', ...Object.keys(actions).map((action) => `connection, ${action}`)];
			const wanted = { connection: all, nothing: all, person: [] }[need as string] ?? [
				`connection, ${need}`,
			];
			expect([name, allowed.map((caller) => caller.replace(/ \d+$/, ''))]).toEqual([name, wanted]);
		}
	});

	it('is never answered with 500 or more', () => {
		const failed = Array.from(found, ([name, outcomes]) =>
			outcomes.filter(({ status }) => status >= 500).map((one) => ({ name, ...one })),
		).flat();
		expect(failed).toEqual([]);
	});

	it('tells a caller without a sign-in nothing, and a site key no more than nobody', () => {
		for (const [name, outcomes] of found) {
			const open = (routes[name] as Route).need === 'nothing';
			for (const { caller, status } of outcomes) {
				if (!/^(nobody|.*site key|other site's key)$/.test(caller)) continue;
				expect([name, caller, status === 401]).toEqual([name, caller, !open]);
			}
		}
	});
});
