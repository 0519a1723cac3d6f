import { routes, type Role, type Route, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isTried } from '../../../testing/thorough.ts';
import type { TestPerson } from '../tests/people.ts';
import { onlyOfConnections, openRouteInputs, type RouteInputs } from '../tests/route-inputs.ts';
import type { TestSite, TestSites } from '../tests/sites.ts';

// Every route × every role: permitted callers get a response of the documented shape, all others are refused.

let opened: RouteInputs;
let sites: TestSites;
let site: TestSite;
let people: RouteInputs['people'];

beforeAll(async () => {
	opened = await openRouteInputs();
	({ sites, site, people } = opened);
});
afterAll(() => opened.end());

const rank: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

async function ask(name: RouteName, by: TestPerson | undefined) {
	const input = await opened.inputs[name](by ?? people.stranger);
	return opened.ask(by, name, input as never);
}

// The lowest role of an action according to design.md, regardless of what a route states.
const leastOf: Record<string, Role> = {
	'site:create': 'editor',
	'prompt:draft': 'editor',
	'prompt:publish': 'editor',
	'response:read': 'viewer',
};

/** Routes that name a site or a workspace in their query or body. */
const namedElsewhere: Record<string, string> = { requestGrant: 'workspace' };

const cases = Object.entries<Route>(routes)
	.filter(([name]) => isTried(name))
	.map(([name, route]) => ({ name, route }));

describe.each(cases)('$name', ({ name, route }) => {
	const scoped = /\{(site|workspace)\}/.test(route.path);

	it('requires a sign-in, unless it needs none', async () => {
		const { status } = await ask(name as RouteName, undefined);
		expect(status).toBe(route.need === 'nothing' ? 200 : 401);
	});

	it('responds to a stranger as if the site or workspace did not exist', async () => {
		const { status } = await ask(name as RouteName, people.stranger);
		// Only connections request grants; a person receives 404 here, because the workspace does not exist for them.
		expect(status).toBe(scoped || onlyOfConnections.includes(name) ? 404 : 200);
		// Accepting the invitation has made the stranger a member.
		await sites.sql`
				delete from app.members
				where workspace_id = ${site.workspace} and person_id = ${people.stranger.id}`;
	});

	it.each(['viewer', 'editor', 'owner'] as const)('serves the %s, or refuses', async (role) => {
		// Removing a role is a separate test. Here everyone has their role, and an account that is not being deleted.
		await sites.sql`delete from app.deletions where target_id = ${people[role].id}`;
		await sites.sql`
				insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${people[role].id}, ${role})
				on conflict (workspace_id, person_id) do update set role = excluded.role`;
		const answer = await ask(name as RouteName, people[role]);
		let allowed = !route.role || rank[role] >= rank[route.role];
		// Everyone may leave, only owners remove others.
		if (name === 'removeMember') allowed = role === 'owner';
		if (onlyOfConnections.includes(name)) allowed = false;
		if (name === 'approveDestinationRequest') allowed = role === 'owner';
		expect(answer.status, JSON.stringify(answer.error)).toBe(allowed ? 200 : 403);
		if (allowed) route.output.parse(answer.body);
		else expect(answer.error.code).toBe('forbidden');
		// Each transaction is about what the request names, so that it stays possible in another database.
		const inPath = /\{(site|workspace)\}/.exec(route.path)?.[1] ?? namedElsewhere[name];
		const named = {
			site: { site: name === 'deleteSite' ? expect.any(String) : site.id },
			workspace: { workspace: expect.any(String) },
			secret: { secret: expect.any(Uint8Array) },
		};
		// An invitation is found by its secret.
		const inBody = name === 'acceptInvitation' ? 'secret' : undefined;
		const by = inBody ?? inPath;
		const wanted = by === undefined ? 'home' : named[by as keyof typeof named];
		const locators = opened.manage.locators();
		for (const locator of locators) expect(locator).toEqual(wanted);
		expect(locators.length > 0).toBe(route.need !== 'nothing');
	});

	it('requires the lowest role of its action', () => {
		if (route.need in leastOf) expect(route.role).toBe(leastOf[route.need]);
		expect(scoped).toBe(route.role !== undefined);
	});
});

// It is of all operations.
describe.runIf(cases.length === Object.keys(routes).length)('the audit log', () => {
	it('contains every write, and no read', async () => {
		const rows = await sites.sql<{ did: string }[]>`
			select distinct did from app.audit_log where workspace_id = ${site.workspace}`;
		const reads = [
			'confirmSignInChange',
			'beginPasskey',
			'validatePrompt',
			'checkPrompt',
			'forecast',
			'findVisitor',
			'testRules',
			'previewResponses',
			// What counts is the destination.
			'beginSlackAuthorization',
			'finishSlackAuthorization',
		];
		// Called every few seconds while a person types, so it is not in the log.
		const drafts = ['saveWorkingCopy'];
		// A refused caller never reached the operation.
		const refusals = ['denyAuthorization', 'denyDevice'];
		const writes = Object.entries<Route>(routes)
			.filter(
				([name, route]) =>
					route.method !== 'GET' && ![...reads, ...drafts, ...refusals].includes(name),
			)
			.map(([name]) => name)
			// Other workspaces have separate logs, and accounts belong to none of them.
			.filter((name) => name !== 'createWorkspace' && name !== 'deleteWorkspace')
			.filter((name) => !/Account|Profile|PushSubscription/.test(name));
		const exports = Object.entries<Route>(routes).flatMap(([name, { stream }]) =>
			stream !== undefined && stream !== 'image/*' ? [name] : [],
		);
		expect(rows.map(({ did }) => did).sort()).toEqual([...writes, ...exports].sort());
		const [own] = await sites.sql`select from app.audit_log where did = 'createWorkspace'`;
		expect(own).toBeDefined();
	});
});
