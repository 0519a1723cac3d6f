// Every operation with a sign-in that is hours old, and with a passkey that is not used: as the routes state it, and by
// the database alone.
import { assuranceOf, routes, type Route, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asCaller } from '../_shared/caller/caller.ts';
import { createPersonFinder } from '../_shared/caller/person.ts';
import { createBuckets } from '../_shared/http/bucket.ts';
import type { Database } from '../../../database/database.ts';
import { isTried } from '../../../testing/thorough.ts';
import { createPool } from '../_shared/pool.ts';
import { addPasskey } from '../tests/authenticator.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { anyHost } from '../tests/outgoing.ts';
import { jwtSecret, signInEarlier, type TestPerson } from '../tests/people.ts';
import { onlyOfConnections, openRouteInputs, type RouteInputs } from '../tests/route-inputs.ts';
import { isStreamed, transacted } from './operations.ts';
import type { Input, TransactedName } from './operation/operation.ts';
import { createService, type Service } from './service.ts';

let opened: RouteInputs;
let sql: Database;
let service: Service;
let manage: TestManage;
let person: TestPerson;
let old: TestPerson;
beforeAll(async () => {
	opened = await openRouteInputs();
	sql = createPool(opened.sites.manageUrl, 'manage', { size: 2 });
	service = createService({
		sql,
		keyring: opened.manage.keyring,
		findPerson: createPersonFinder({ kind: 'stand-in', secret: jwtSecret }),
		outgoing: anyHost,
	});
	// One person calls everything, which is faster than people may.
	const buckets = createBuckets({ perSecond: 1_000, burst: 10_000 });
	manage = openManage(opened.sites.manageUrl, {
		keyring: opened.manage.keyring,
		files: opened.manage.files,
		buckets,
	});
	person = opened.people.owner;
	old = await signInEarlier(person, 5 * 60);
});
afterAll(async () => {
	await sql.end();
	await manage.end();
	await opened.end();
});

/** Inputs with which a route needs more than with its usual one. */
const demanding: Partial<Record<RouteName, object>> = {
	invite: { role: 'owner' },
	createResultLink: { words: true },
	updateSettings: { origins: ['https://evil.example'] },
};

/** The person of these inputs has a passkey, with which they confirm instead of signing in again. */
const ofPasskeys: readonly RouteName[] = ['renamePasskey', 'removePasskey'];

const cases = Object.entries<Route>(routes).flatMap(([name, route]) => {
	if (!isTried(name)) return [];
	const more = demanding[name as RouteName];
	return [
		{ name: name as RouteName, route, more: {} },
		...(more ? [{ name: name as RouteName, route, more }] : []),
	];
});

async function inputOf(name: RouteName, more: object) {
	const { sites, site } = opened;
	// What another operation took from the person.
	await sites.sql`delete from app.deletions where target_id = ${person.id}`;
	await sites.sql`delete from app.destination_requests where person_id = ${person.id}`;
	await sites.sql`
		update app.workspaces set agents_paused_at = null, agents_paused_by = null where agents_paused_at is not null`;
	await sites.sql`
		insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${person.id}, 'owner')
		on conflict (workspace_id, person_id) do update set role = 'owner'`;
	return Object.assign({}, await opened.inputs[name](person), more) as Record<string, unknown>;
}

describe.each(cases)('$name $more', ({ name, route, more }) => {
	it('does with an old sign-in only what needs no recent one', async () => {
		const input = await inputOf(name, more);
		const { status, error } = await manage.ask(old, name, input as never);
		if (onlyOfConnections.includes(name)) return expect(status).toBe(403);
		const needs = assuranceOf(route, input);
		const code = ofPasskeys.includes(name) ? 'presence_required' : 'recent_sign_in_required';
		expect([needs, status, error?.code]).toEqual(
			needs === 'none' ? [needs, 200, undefined] : [needs, 403, code],
		);
	});

	it('is refused by the database too', async () => {
		const input = await inputOf(name, more);
		// Reads have no statement that a trigger could refuse.
		if (assuranceOf(route, input) === 'none' || isStreamed(name)) return;
		await expect(runUnchecked(name as TransactedName, route, input, old)).rejects.toMatchObject({
			code: ofPasskeys.includes(name) ? 'FB428' : 'FB412',
		});
	});
});

describe.each(cases.filter(({ name }) => !onlyOfConnections.includes(name)))(
	'$name $more with a passkey',
	({ name, route, more }) => {
		it('needs it, however recent the sign-in is', async () => {
			const input = await inputOf(name, more);
			await withPasskey(async () => {
				const { status, error } = await manage.ask(person, name, input as never);
				const needs = assuranceOf(route, input);
				expect([needs, status, error?.code]).toEqual(
					needs === 'presence' ? [needs, 403, 'presence_required'] : [needs, 200, undefined],
				);
				if (needs !== 'presence' || isStreamed(name)) return;
				await expect(
					runUnchecked(name as TransactedName, route, input, person),
				).rejects.toMatchObject({ code: 'FB428' });
			});
		});
	},
);

async function withPasskey(run: () => Promise<void>): Promise<void> {
	await addPasskey(opened.sites.sql, person);
	await run().finally(
		() => opened.sites.sql`delete from identity."passkey" where "userId" = ${person.id}`,
	);
}

/** Runs an operation without the check before it. */
async function runUnchecked(
	name: TransactedName,
	route: Route,
	input: Record<string, unknown>,
	by: TestPerson,
) {
	const request = new Request('http://127.0.0.1', {
		headers: { authorization: `Bearer ${by.token}` },
	});
	const caller = { ...(await service.findPerson(request, Date.now())), connection: undefined };
	const { signal } = request;
	return asCaller(sql, caller, 'read write', (tx) =>
		transacted[name].run(
			{ tx, person: caller, service, address: null, signal },
			parse(route, input) as Input<TransactedName> as never,
		),
	);
}

function parse({ params, query, body }: Route, input: Record<string, unknown>): object {
	const outside = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})];
	const inside = Object.entries(input).filter(([key]) => !outside.includes(key));
	return {
		...params?.parse(input),
		...query?.parse(input),
		...(body?.parse(Object.fromEntries(inside)) as object),
	};
}
