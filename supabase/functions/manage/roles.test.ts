import {
	promptSchema,
	routes,
	type Role,
	type Route,
	type RouteInput,
	type RouteName,
} from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../tests/connections.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { webhook } from '../tests/webhook.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import { createUnconfirmedRecipient } from '../../tests/destinations.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

// Every route × everybody: who may gets an answer of the promised shape, everybody else a refusal.

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let site: TestSite;
/** Of the stranger. */
let other: TestSite;
let people: Record<Role | 'stranger', TestPerson>;
/** Another owner, who prepares what the tests need. */
let host: TestPerson;
let published: string;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite();
	const [owner, editor, viewer, stranger] = await Promise.all([
		signIn(),
		signIn(),
		signIn(),
		signIn(),
	]);
	people = { owner, editor, viewer, stranger };
	host = await signIn();
	await join(sites.sql, site.workspace, host);
	for (const role of ['owner', 'editor', 'viewer'] as const) {
		await join(sites.sql, site.workspace, people[role], role);
	}
	other = await sites.makeSite();
	await join(sites.sql, other.workspace, stranger);
	published = await sites.publish(site.siteId, {
		survey_id: 'rated',
		trigger: { events: ['rated'] },
	});
});

afterAll(async () => {
	await sdk.end();
	await manage.end();
	await sites.end();
});

async function grantReading({ id }: TestPerson, own: TestSite, by: TestPerson): Promise<void> {
	await sites.sql`
		insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
		values (${id}, ${own.workspace}, ${own.id}, 'response:read', 'until', ${by.id}, now() + interval '1 hour')`;
}

let made = 0;
const contentOf = (survey_id = `made-${++made}`) =>
	promptSchema.parse({
		survey_id,
		name: 'Made',
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
		trigger: { events: ['made'] },
	});

/** What a test needs. */
const fresh = {
	async prompt(): Promise<string> {
		const { body } = await manage.ask(host, 'createPrompt', {
			site: site.id,
			content: contentOf(),
		});
		return body.id;
	},
	async livePrompt(): Promise<string> {
		const prompt = await fresh.prompt();
		await manage.ask(host, 'publishPrompt', { site: site.id, prompt, revision: 1 });
		return prompt;
	},
	async editedPrompt(): Promise<string> {
		const prompt = await fresh.prompt();
		const working = { content: {}, base_revision: 1, etag: null };
		await manage.ask(host, 'saveWorkingCopy', { site: site.id, prompt, ...working });
		return prompt;
	},
	async pausedPrompt(): Promise<string> {
		const prompt = await fresh.livePrompt();
		await manage.ask(host, 'pausePrompt', { site: site.id, prompt });
		return prompt;
	},
	async member(): Promise<string> {
		const person = await signIn();
		await join(sites.sql, site.workspace, person, 'viewer');
		return person.id;
	},
	async invitation(email = 'new@example.com') {
		const { workspace } = site;
		const { body } = await manage.ask(host, 'invite', { workspace, email, role: 'viewer' });
		return { id: body.id, secret: body.url.split('#')[1]! };
	},
	async siteKey(): Promise<string> {
		await sites.sql`delete from app.site_keys where site_id = ${site.id}`;
		return (await manage.ask(host, 'createSiteKey', { site: site.id, name: 'Key' })).body.id;
	},
	async proofKey(): Promise<string> {
		await sites.sql`delete from app.proof_keys where site_id = ${site.id}`;
		const { body } = await manage.ask(host, 'createProofKey', {
			site: site.id,
			alg: 'HS256',
		});
		return body.kid;
	},
	async event() {
		const caller = newCaller(site.siteId, sdk.clock.now);
		const event = newEvent('rated', sdk.clock.now);
		const { body } = await sdk.post<EventsResponse>('/events', {
			...caller,
			events: [event],
			decide: true,
		});
		const { decision } = body;
		const display = decision && 'display' in decision ? decision.display : undefined;
		return { id: event.id, visitor: caller.visitor as string, display };
	},
	async response(): Promise<string> {
		const { display } = await fresh.event();
		const target = { site: site.siteId, display: display!.id, secret: display!.secret };
		await sdk.post('/display', { ...target, state: 'displayed' });
		await sdk.post('/answer', { ...target, seq: 1, final: true, answers: { score: 4 } });
		return display!.id;
	},
	/** Asked of the person by a connection of theirs. */
	async request(by: TestPerson) {
		const own = siteOf(by);
		const connection = await connect(sites.sql, manage, by, [own.id]);
		const action = 'response:read';
		const { body } = await manage.ask(connection, 'requestGrant', { action, site: own.id });
		return { connection: connection.id, request: body.id };
	},
	async grant(by: TestPerson): Promise<string> {
		const { request } = await fresh.request(by);
		return (await manage.ask(by, 'approveGrant', { request, mode: 'once' })).body.id;
	},
	async ciToken(): Promise<string> {
		const { body } = await manage.ask(host, 'createCiToken', {
			workspace: site.workspace,
			name: 'Deploy',
			sites: [site.id],
			actions: ['prompt:draft'],
			days: 1,
		});
		return body.id;
	},
	async destination(): Promise<string> {
		await sites.sql`delete from app.destinations where site_id = ${site.id}`;
		const { body } = await manage.ask(host, 'createDestination', { site: site.id, ...webhook });
		return body.id;
	},
	async delivery() {
		const destination = await fresh.destination();
		const { body } = await manage.ask(host, 'testDestination', { site: site.id, destination });
		return { site: site.id, destination, message: body.message };
	},
	/** Asked of the person by a connection of theirs, while they were an owner. */
	async destinationRequest(by: TestPerson) {
		const own = siteOf(by);
		const setRole = (role: Role) => sites.sql`
			update app.members set role = ${role} where workspace_id = ${own.workspace} and person_id = ${by.id}`;
		const [member] = await sites.sql<{ role: Role }[]>`
			select role from app.members where workspace_id = ${own.workspace} and person_id = ${by.id}`;
		await setRole('owner');
		const connection = await connect(sites.sql, manage, by, [own.id]);
		await grantReading(connection, own, by);
		const { body } = await manage.ask(connection, 'requestDestination', {
			site: own.id,
			...webhook,
		});
		if (by === people.owner) {
			const change = { site: own.id, destination: await fresh.destination(), name: 'Renamed' };
			await manage.ask(connection, 'requestDestinationChange', change);
		}
		if (member) await setRole(member.role);
		return { request: body.id, sha256: body.sha256 };
	},
	/** Opened by the person. */
	async authorization(by: TestPerson): Promise<string> {
		const asked = {
			client_id: 'https://editor.example/client.json',
			client_kind: 'document',
			client_name: 'Editor',
			client_host: 'editor.example',
			redirect_uri: 'https://editor.example/callback',
			redirect_host: 'editor.example',
			challenge: 'x',
			resource: 'http://127.0.0.1:54321/functions/v1/mcp',
			asked: [],
		};
		const [begun] = await sites.sql<{ id: string }[]>`
			select app.begin_authorization(${sites.sql.json(asked)}, '\\x00', now()) as id`;
		await manage.ask(by, 'getAuthorization', { authorization: begun!.id });
		return begun!.id;
	},
	async userCode(): Promise<string> {
		const letters = 'BCDFGHJKLMNPQRSTVWXZ';
		const user_code = Array.from(
			crypto.getRandomValues(new Uint8Array(8)),
			(byte) => letters[byte % letters.length],
		).join('');
		const asked = {
			user_code,
			client_id: 'feedback-cli',
			device_name: 'laptop',
			resource: 'http://127.0.0.1:54321/functions/v1/manage',
		};
		await sites.sql`delete from app.attempts`;
		await sites.sql`
			select app.begin_device(${sites.sql.json(asked)}, ${crypto.getRandomValues(new Uint8Array(32))}, '\\x00', now())`;
		return user_code;
	},
};

const siteOf = (by: TestPerson) => (by === people.stranger ? other : site);

// A route of the contract without a line here does not compile.
const inputs: {
	[Name in RouteName]: (by: TestPerson) => Promise<RouteInput<Name>> | RouteInput<Name>;
} = {
	whoami: () => ({}),
	createWorkspace: () => ({ name: 'Another' }),
	updateWorkspace: () => ({ workspace: site.workspace, name: 'Renamed' }),
	listMembers: () => ({ workspace: site.workspace }),
	changeMember: async () => ({
		workspace: site.workspace,
		person: await fresh.member(),
		role: 'editor',
	}),
	removeMember: async () => ({ workspace: site.workspace, person: await fresh.member() }),
	listInvitations: () => ({ workspace: site.workspace }),
	invite: () => ({ workspace: site.workspace, email: 'ada@example.com', role: 'editor' }),
	withdrawInvitation: async () => ({
		workspace: site.workspace,
		invitation: (await fresh.invitation()).id,
	}),
	acceptInvitation: async (by) => {
		await sites.sql`
			delete from app.members where workspace_id = ${site.workspace} and person_id = ${by.id}`;
		return { secret: (await fresh.invitation(by.email)).secret };
	},
	listAudit: () => ({ workspace: site.workspace }),
	listSites: () => ({ workspace: site.workspace }),
	createSite: () => ({ workspace: site.workspace, name: 'Another' }),
	getSite: () => ({ site: site.id }),
	getSettings: () => ({ site: site.id }),
	updateSettings: () => ({ site: site.id, detect_bots: true }),
	renameSite: () => ({ site: site.id, name: 'Renamed' }),
	createDebugToken: () => ({ site: site.id }),
	listProofKeys: () => ({ site: site.id }),
	createProofKey: async () => {
		await sites.sql`delete from app.proof_keys where site_id = ${site.id}`;
		return { site: site.id, alg: 'HS256' };
	},
	listSiteKeys: () => ({ site: site.id }),
	createSiteKey: async () => (await fresh.siteKey(), { site: site.id, name: 'Backend' }),
	revokeSiteKey: async () => ({ site: site.id, key: await fresh.siteKey() }),
	removeProofKey: async () => ({ site: site.id, kid: await fresh.proofKey() }),
	validatePrompt: () => ({ content: {} }),
	listPrompts: () => ({ site: site.id, content: true }),
	createPrompt: () => ({ site: site.id, content: contentOf() }),
	getPrompt: () => ({ site: site.id, prompt: published }),
	saveRevision: async () => ({
		site: site.id,
		prompt: await fresh.prompt(),
		content: contentOf(),
		base: 1,
	}),
	getWorkingCopy: () => ({ site: site.id, prompt: published }),
	saveWorkingCopy: async () => ({
		site: site.id,
		prompt: await fresh.prompt(),
		content: { name: 3 },
		base_revision: 1,
		etag: null,
	}),
	discardWorkingCopy: async () => ({ site: site.id, prompt: await fresh.editedPrompt() }),
	listRevisions: () => ({ site: site.id, prompt: published }),
	getRevision: () => ({ site: site.id, prompt: published, revision: 1 }),
	publishPrompt: async () => ({ site: site.id, prompt: await fresh.prompt(), revision: 1 }),
	pausePrompt: async () => ({ site: site.id, prompt: await fresh.livePrompt() }),
	resumePrompt: async () => ({ site: site.id, prompt: await fresh.pausedPrompt() }),
	archivePrompt: async () => ({ site: site.id, prompt: await fresh.livePrompt() }),
	duplicatePrompt: () => ({ site: site.id, prompt: published, survey_id: `copy-${++made}` }),
	createPreviewToken: () => ({ site: site.id, prompt: published, revision: 1 }),
	forecast: () => ({ site: site.id, content: contentOf() }),
	listEvents: () => ({ site: site.id }),
	listEventNames: () => ({ site: site.id }),
	getEventName: async () => {
		await fresh.event();
		return { site: site.id, name: 'rated' };
	},
	listTraits: () => ({ site: site.id }),
	changeEventName: () => ({ site: site.id, name: 'report.exported', state: 'registered' }),
	why: async () => ({ site: site.id, event: (await fresh.event()).id }),
	testRules: async () => ({
		site: site.id,
		visitor: (await fresh.event()).visitor,
		event: { name: 'rated' },
	}),
	listResponses: () => ({ site: site.id }),
	exportResponses: () => ({ site: site.id }),
	exportResponseLines: () => ({ site: site.id }),
	exportResponsesParquet: () => ({ site: site.id }),
	exportDisplays: () => ({ site: site.id }),
	exportDisplayLines: () => ({ site: site.id }),
	exportDisplaysParquet: () => ({ site: site.id }),
	listResponseChanges: () => ({ site: site.id }),
	getResponseCursor: () => ({ site: site.id }),
	getResponse: async () => ({ site: site.id, response: await fresh.response() }),
	deleteResponse: async () => ({ site: site.id, response: await fresh.response() }),
	summarizeResponses: () => ({ site: site.id, prompt: published }),
	findVisitor: async () => ({ site: site.id, visitor: (await fresh.event()).visitor }),
	exportVisitor: async () => ({ site: site.id, visitor: (await fresh.event()).visitor }),
	eraseVisitor: async () => ({ site: site.id, visitor: (await fresh.event()).visitor }),
	requestGrant: () => ({ action: 'site:create', workspace: site.workspace }),
	listGrantRequests: () => ({}),
	getGrantRequest: async (by) => ({ request: (await fresh.request(by)).request }),
	approveGrant: async (by) => ({ request: (await fresh.request(by)).request, mode: 'once' }),
	denyGrant: async (by) => ({ request: (await fresh.request(by)).request }),
	listGrants: () => ({}),
	revokeGrant: async (by) => ({ grant: await fresh.grant(by) }),
	listConnections: () => ({}),
	listLostAccess: () => ({}),
	revokeConnection: async (by) => ({ connection: (await fresh.request(by)).connection }),
	createCiToken: () => ({
		workspace: site.workspace,
		name: 'Deploy',
		sites: [site.id],
		actions: ['response:read'],
		days: 1,
	}),
	listCiTokens: () => ({ workspace: site.workspace }),
	revokeCiToken: async () => ({
		workspace: site.workspace,
		connection: await fresh.ciToken(),
	}),
	getAuthorization: async (by) => ({ authorization: await fresh.authorization(by) }),
	approveAuthorization: async (by) => ({
		authorization: await fresh.authorization(by),
		sites: [siteOf(by).id],
	}),
	denyAuthorization: async (by) => ({ authorization: await fresh.authorization(by) }),
	getDevice: async () => ({ user_code: await fresh.userCode() }),
	approveDevice: async (by) => ({ user_code: await fresh.userCode(), sites: [siteOf(by).id] }),
	denyDevice: async () => ({ user_code: await fresh.userCode() }),
	listDestinations: () => ({ site: site.id }),
	getDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
	createDestination: async () => {
		await sites.sql`delete from app.destinations where site_id = ${site.id}`;
		return { site: site.id, ...webhook };
	},
	updateDestination: async () => ({
		site: site.id,
		destination: await fresh.destination(),
		name: 'Renamed',
	}),
	pauseDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
	resumeDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
	deleteDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
	rotateDestinationSecret: async () => ({
		site: site.id,
		destination: await fresh.destination(),
	}),
	finishDestinationRotation: async () => {
		const destination = await fresh.destination();
		const { body } = await manage.ask(host, 'rotateDestinationSecret', {
			site: site.id,
			destination,
		});
		return { site: site.id, destination, secret: body.secret };
	},
	resendConfirmation: () => createUnconfirmedRecipient(sites.sql, site.id),
	testDestination: async () => ({ site: site.id, destination: await fresh.destination() }),
	listDeliveries: async () => ({ site: site.id, destination: await fresh.destination() }),
	getDelivery: () => fresh.delivery(),
	redeliverMessage: () => fresh.delivery(),
	redeliverMessages: async () => ({
		site: site.id,
		destination: await fresh.destination(),
		since: '2026-01-01T00:00:00Z',
		until: '2026-01-02T00:00:00Z',
	}),
	requestDestination: () => ({ site: site.id, ...webhook }),
	requestDestinationChange: async () => ({
		site: site.id,
		destination: await fresh.destination(),
		name: 'Renamed',
	}),
	listDestinationRequests: () => ({}),
	getDestinationRequest: async (by) => ({ request: (await fresh.destinationRequest(by)).request }),
	approveDestinationRequest: (by) => fresh.destinationRequest(by),
	denyDestinationRequest: async (by) => ({ request: (await fresh.destinationRequest(by)).request }),
};

const rank: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

async function ask(name: RouteName, by: TestPerson | undefined) {
	const input = await inputs[name](by ?? people.stranger);
	return manage.ask(by, name, input as never);
}

// People are refused: they need no approval.
const onlyOfConnections = ['requestGrant', 'requestDestination', 'requestDestinationChange'];

// The least of an action as design.md has it, whatever a route says.
const leastOf: Record<string, Role> = {
	'site:create': 'editor',
	'prompt:draft': 'editor',
	'prompt:publish': 'editor',
	'response:read': 'viewer',
};

describe.each(Object.entries<Route>(routes).map(([name, route]) => ({ name, route })))(
	'$name',
	({ name, route }) => {
		const scoped = /\{(site|workspace)\}/.test(route.path);

		it('requires a sign-in, unless it needs none', async () => {
			const { status } = await ask(name as RouteName, undefined);
			expect(status).toBe(route.need === 'nothing' ? 200 : 401);
		});

		it('looks to a stranger as if there were no such place', async () => {
			const { status } = await ask(name as RouteName, people.stranger);
			// Only connections request grants; a person gets 404 here, as the workspace does not exist for them.
			expect(status).toBe(scoped || onlyOfConnections.includes(name) ? 404 : 200);
			// Accepting the invitation has made the stranger a member.
			await sites.sql`
				delete from app.members
				where workspace_id = ${site.workspace} and person_id = ${people.stranger.id}`;
		});

		it.each(['viewer', 'editor', 'owner'] as const)('answers the %s, or refuses', async (role) => {
			// Taking a role away is a separate test; here everybody has theirs.
			await sites.sql`
				insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${people[role].id}, ${role})
				on conflict (workspace_id, person_id) do update set role = excluded.role`;
			const answer = await ask(name as RouteName, people[role]);
			let allowed = !route.role || rank[role] >= rank[route.role];
			// Everybody may leave, nobody but owners remove others.
			if (name === 'removeMember') allowed = role === 'owner';
			if (onlyOfConnections.includes(name)) allowed = false;
			if (name === 'approveDestinationRequest') allowed = role === 'owner';
			expect(answer.status, JSON.stringify(answer.error)).toBe(allowed ? 200 : 403);
			if (allowed) route.output.parse(answer.body);
			else expect(answer.error.code).toBe('forbidden');
		});

		it('lets a role do what its action is for', () => {
			if (route.need in leastOf) expect(route.role).toBe(leastOf[route.need]);
			expect(scoped).toBe(route.role !== undefined);
		});
	},
);

describe('the audit log', () => {
	it('contains every write, and no read', async () => {
		const rows = await sites.sql<{ did: string }[]>`
			select distinct did from app.audit_log where workspace_id = ${site.workspace}`;
		const reads = ['validatePrompt', 'forecast', 'findVisitor', 'testRules'];
		// Every few seconds, while a person types.
		const drafts = ['saveWorkingCopy'];
		// A refused caller never reached the operation.
		const refusals = ['denyAuthorization', 'denyDevice'];
		const writes = Object.entries<Route>(routes)
			.filter(
				([name, route]) =>
					route.method !== 'GET' && ![...reads, ...drafts, ...refusals].includes(name),
			)
			.map(([name]) => name)
			// A new workspace keeps its own log.
			.filter((name) => name !== 'createWorkspace');
		const exports = Object.keys(routes).filter((name) => 'stream' in routes[name as RouteName]);
		expect(rows.map(({ did }) => did).sort()).toEqual([...writes, ...exports].sort());
		const [own] = await sites.sql`select from app.audit_log where did = 'createWorkspace'`;
		expect(own).toBeDefined();
	});
});
