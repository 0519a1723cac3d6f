// All kinds of callers of the database, and two tenants with a row in every table.
import { randomUUID } from 'node:crypto';

import type { Sql, TransactionSql } from 'postgres';

import { storeAnswers } from '../../functions/sdk/store-answers.ts';
import { ingest, report } from '../caller.ts';
import { createDestination } from '../destinations.ts';
import type { TestDatabase } from '../harness.ts';
import { createSite, publishPrompt, type TestSite } from '../sites.ts';
import { newEvent, newVisit, signedIn } from '../visits.ts';

export const people = {
	owner: '10000000-0000-4000-8000-000000000001',
	editor: '10000000-0000-4000-8000-000000000002',
	viewer: '10000000-0000-4000-8000-000000000003',
	/** Owner of the other tenant; not a member of this tenant. */
	stranger: '10000000-0000-4000-8000-000000000004',
	outsider: '10000000-0000-4000-8000-000000000005',
	/** Approved grants and then left. */
	leaver: '10000000-0000-4000-8000-000000000006',
	/** Approved grants as an owner, then became a viewer. */
	demoted: '10000000-0000-4000-8000-000000000007',
} as const;

export const actions = [
	'site:create',
	'prompt:draft',
	'prompt:publish',
	'launcher:set',
	'response:read',
] as const;
type Agent = {
	name: string;
	person: keyof typeof people;
	actions: readonly (typeof actions)[number][];
	mode?: 'once';
	/** Access that has ended. */
	ended?: 'connection' | 'grants' | 'grants, by revoking';
};

/** Connections, each to its tenant's site, with grants for these actions. */
export const agents: Agent[] = [
	{ name: 'agent', person: 'owner', actions: [] },
	...actions.map((action) => ({
		name: `agent, ${action}`,
		person: 'owner' as const,
		actions: [action],
	})),
	{ name: 'agent, every action once, unused', person: 'owner', actions, mode: 'once' },
	{ name: 'agent, grants expired', person: 'owner', actions, ended: 'grants' },
	{ name: 'agent, grants revoked', person: 'owner', actions, ended: 'grants, by revoking' },
	{ name: 'agent, connection revoked', person: 'owner', actions, ended: 'connection' },
	{ name: 'agent, approver left', person: 'leaver', actions },
	{ name: 'agent, approver demoted', person: 'demoted', actions },
	{ name: 'agent of the stranger', person: 'stranger', actions },
];

export type Actor = { name: string; role: string; person?: string; connection?: string };

const connectionOf = (index: number) =>
	`20000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`;

export const actors: Actor[] = [
	...(['owner', 'editor', 'viewer', 'stranger', 'outsider'] as const).map((name) => ({
		name,
		role: 'feedback_person',
		person: people[name],
	})),
	{ name: 'nobody signed in', role: 'feedback_person' },
	...agents.map(({ name }, index) => ({
		name,
		role: 'feedback_agent',
		connection: connectionOf(index),
	})),
	{ name: 'agent without a connection', role: 'feedback_agent' },
	{ name: 'agent that claims to be a person', role: 'feedback_agent', person: people.owner },
	{
		name: 'person that claims to be a connection',
		role: 'feedback_person',
		person: people.outsider,
		connection: connectionOf(agents.findIndex(({ name }) => name === 'agent, response:read')),
	},
	{ name: 'ingest', role: 'feedback_ingest', person: people.owner },
	{ name: 'manage without a role', role: 'feedback_manage', person: people.owner },
	{ name: 'identity', role: 'feedback_identity', person: people.owner },
	{ name: 'anon', role: 'anon', person: people.owner },
	{ name: 'authenticated', role: 'authenticated', person: people.owner },
];

/** Otherwise most writes would be refused for an old sign-in, and the matrix would not show whom the policies refuse. */
const justSignedIn = () => [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }];

/** Runs statements as an actor, inside a transaction. */
export async function actAs(sql: TransactionSql, actor: Actor): Promise<void> {
	const { person, connection } = actor;
	const claims =
		person || connection
			? JSON.stringify({
					...(person && { sub: person, role: 'authenticated', amr: justSignedIn() }),
					...(connection && { connection, call: randomUUID() }),
				})
			: '';
	await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${actor.role}, true)`;
}

/** Runs `work` as a person over a connection of the `manage` function, and commits. */
export async function asPerson<T>(
	manage: Sql,
	person: string,
	work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
	return (await manage.begin(async (sql) => {
		await actAs(sql, { name: 'person', role: 'feedback_person', person });
		return work(sql);
	})) as T;
}

/** A site with its key in `app.events`. */
type Tenant = TestSite & { key: number };
export type Tenants = { own: Tenant; other: Tenant; partition: string };

/** Creates two similar tenants, each with a row in every table. */
export async function createTenants(database: TestDatabase): Promise<Tenants> {
	const own = await createSite(
		database.admin,
		{},
		{
			[people.owner]: 'owner',
			[people.editor]: 'editor',
			[people.viewer]: 'viewer',
			[people.demoted]: 'viewer',
		},
	);
	const other = await createSite(database.admin, {}, { [people.stranger]: 'owner' });
	for (const site of [own, other]) await fill(database, site);
	for (const [index, agent] of agents.entries()) {
		const site = agent.person === 'stranger' ? other : own;
		await connect(database.admin, agent, connectionOf(index), site);
	}
	await database.admin`
		insert into app.people (person_id, name) values (${people.owner}, 'Ada'), (${people.stranger}, 'Eve')`;
	await fillSignIn(database.admin);
	await fillIdentity(database.admin);
	const [partition] = await database.admin`
		select e.tableoid::regclass::text as name
		from app.events e join app.sites s on s.key = e.site where s.id = ${own.id} limit 1`;
	const keyed = async (site: TestSite): Promise<Tenant> => {
		const [row] = await database.admin<{ key: number }[]>`
			select key from app.sites where id = ${site.id}`;
		return { ...site, key: row!.key };
	};
	return {
		own: await keyed(own),
		other: await keyed(other),
		partition: partition!['name'] as string,
	};
}

async function fill({ admin, ingest: sql }: TestDatabase, site: TestSite): Promise<void> {
	const prompt = await publishPrompt(admin, site.id, { trigger: { events: ['done'] } });
	const visit = signedIn(
		{ ...newVisit(site.id), address: new Uint8Array([1]), dropped: { full: 1 } },
		'ada',
	);
	const { display } = await report(sql, visit, 'done');
	// Changing the traits creates an earlier version.
	await report(sql, { ...signedIn(visit, 'ada', { plan: 'pro' }), dropped: undefined }, 'done');
	await ingest(sql, visit, [newEvent('else', {}, { session: visit.session })], null);
	const destination = await createDestination(admin, site.id, {
		kind: 'email',
		recipients: ['ada@example.com'],
		schedule: { every: 'message' },
	});
	await storeAnswers(sql, {
		site: site.id,
		display,
		seq: 1,
		final: true,
		answers: { score: 5 },
		now: null,
	});
	await admin`select app.distribute_messages()`;
	await admin`
		insert into app.delivery_attempts (site_id, destination_id, message_id, number, at, outcome, milliseconds, bytes)
		select site_id, destination_id, message_id, 1, now(), 'delivered', 1, 1 from app.deliveries
		where destination_id = ${destination}`;
	const [issue] = await admin<{ id: string }[]>`
		insert into app.issues (site_id, destination_id, key, url, title, created_at)
		values (${site.id}, ${destination}, 'acme/app#1', 'https://github.com/acme/app/issues/1', 'Slow', now())
		returning id`;
	await admin`insert into app.issue_responses values (${site.id}, ${issue!.id}, ${display})`;
	await admin`
		insert into app.screenshots (site_id, display_id, question_id, type, bytes, width, height, sha256, answered, stored_at)
		values (${site.id}, ${display}, 'page', 'image/webp', 1, 1, 1, sha256('x'), true, now())`;
	await admin`
		insert into app.slack_authorizations (site_id, person_id, state_hash, session, expires_at)
		select ${site.id}, person_id, sha256('x'), '', now() + interval '1 hour' from app.members
		where workspace_id = ${site.workspace} and role = 'owner'`;
	await admin`insert into app.proof_keys (site_id, kid, alg, sealed) values (${site.id}, 'k1', 'HS256', '\\x00')`;
	await admin`
		insert into app.site_keys (site_id, name, prefix, hash, created_by)
		values (${site.id}, 'Backend', 'fbs_abcd', sha256(${site.id}::text::bytea), gen_random_uuid())`;
	await admin`
		insert into app.proven_visitors (site_id, visitor_id, subject_id)
		select site_id, id, subject_id from app.visitors where site_id = ${site.id} limit 1`;
	await admin`
		insert into app.waiting_prompts (site_id, subject_id, prompt_id, event_id, event_name, due_at, expires_at)
		select site_id, id, ${prompt.id}, id, 'done', now(), now() + interval '1 hour'
		from app.subjects where site_id = ${site.id} limit 1`;
	await admin`
		insert into app.group_displays (site_id, prompt_id, group_hash, display_id, last_at)
		values (${site.id}, ${prompt.id}, 'x', gen_random_uuid(), now())`;
	await admin`
		insert into app.revision_forecasts (site_id, prompt_id, revision, sha256, live, started_at)
		values (${site.id}, ${prompt.id}, 1, 'x', 'x', now())`;
	await admin`
		insert into app.working_copies (site_id, prompt_id, content, base_revision, etag)
		values (${site.id}, ${prompt.id}, '{}', 1, 'x')`;
	const [text] = await admin<{ display: string; question: string }[]>`
		insert into app.text_answers (site_id, display_id, question_id, prompt_id, text, config, words, answered_at)
		values (${site.id}, ${display}, 'why', ${prompt.id}, 'Slow', 'simple', 'slow', now())
		returning display_id as display, question_id as question`;
	const [tag] = await admin<{ id: string }[]>`
		insert into app.tags (site_id, name, created_by) values (${site.id}, 'Slow', ${people.owner}) returning id`;
	await admin`
		insert into app.text_tags (site_id, display_id, question_id, tag_id, created_by)
		values (${site.id}, ${text!.display}, ${text!.question}, ${tag!.id}, ${people.owner})`;
	await admin`
		insert into app.label_proposals (site_id, display_id, question_id, tag_id, source, quote, created_by)
		values (${site.id}, ${text!.display}, ${text!.question}, ${tag!.id}, 'method', 'Slow', ${people.owner})`;
	await admin`
		insert into app.text_notes (site_id, display_id, question_id, body, created_by)
		values (${site.id}, ${text!.display}, ${text!.question}, 'Known', ${people.owner})`;
	await admin`
		insert into app.result_links (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at)
		values (${site.id}, ${prompt.id}, gen_random_uuid(), 'Board', 'fbl_abcd', sha256('x'), '{}', false, ${people.owner},
			now() + interval '1 day')`;
	await admin`
		insert into app.saved_filters (site_id, prompt_id, id, name, filter, created_by)
		values (${site.id}, ${prompt.id}, gen_random_uuid(), 'Pro', '{"trait": ["plan:pro"]}', ${people.owner})`;
	await admin`
		insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
		values (${site.id}, ${prompt.id}, '2026-01-01T00:00Z', '2026-01-02T00:00Z', '2026-01-01', 'UTC')`;
	await admin`
		insert into app.filtered_parts (site_id, prompt_id, from_at, to_at, filter, figures, rows)
		values (${site.id}, ${prompt.id}, '2026-01-01T00:00Z', '2026-01-02T00:00Z', sha256('x'), '[]', 0)`;
	await admin`
		insert into app.released_figures (site_id, prompt_id, filter, figures, released_at)
		values (${site.id}, ${prompt.id}, sha256('x'), '{}', now())`;
	await admin`
		insert into app.templates (workspace_id, name, content) values (${site.workspace}, 'NPS', '{}')
		on conflict (workspace_id, name) do nothing`;
	await admin`insert into app.audiences (site_id, key, name) values (${site.id}, 'paying', 'Paying')`;
	await admin`
		insert into app.audience_versions (site_id, audience_key, number, rule)
		values (${site.id}, 'paying', 1, '{"identified": true}')`;
	await admin`insert into app.event_counts (site_id, name, day, events) values (${site.id}, 'done', '2026-01-01', 1)`;
	await admin`insert into app.counted_days (day) values ('2026-01-01') on conflict (day) do nothing`;
	await admin`
		insert into app.count_progress (day, file, next_block) values ('2026-01-02', 0, 0) on conflict (day) do nothing`;
	await admin`insert into app.diagnostic_keys (hash) values (${site.id}::text::bytea)`;
	await admin`select app.store_worker_call('https://example.com', 'token')`;
	await admin`insert into app.instance_changes (before, after) values ('{}', '{}')`;
	await admin`insert into app.erasures (site_id, hash, counts) values (${site.id}, 'x', '{}')`;
	await admin`
		insert into app.deletions (workspace_id, site_id, kind, target_id, name, requested_by, due_at, finished_at)
		values (${site.workspace}, ${site.id}, 'prompt', gen_random_uuid(), 'Gone', gen_random_uuid(), now(), now())`;
	await admin`
		insert into app.deleted_responses (site_id, display_id, deletion_id, prompt_id, revision, response, inbox)
		values (${site.id}, gen_random_uuid(), gen_random_uuid(), ${prompt.id}, 1, '{}', '{}')`;
	await admin`
		insert into app.invitations (workspace_id, email, role, secret_hash)
		values (${site.workspace}, 'new@example.com', 'viewer', sha256('x'))`;
	await admin`
		insert into app.audit_log (workspace_id, person_id, who, did)
		values (${site.workspace}, ${people.owner}, 'ada@example.com', 'renameSite')`;
	await admin`
		insert into app.idempotency_keys (caller_id, key, request_hash, site_id)
		values (${people.owner}, ${site.id}, '\\x00', ${site.id})`;
	const [subject] = await admin`select id from app.subjects where site_id = ${site.id}`;
	await admin`
		insert into app.display_totals (site_id, subject_id, prompt_id, displays, last_at, answered)
		values (${site.id}, ${subject!['id'] as string}, ${prompt.id}, 1, now(), false)`;
	await admin`
		insert into app.budget_periods (site_id, prompt_id, period, starts_on, displays)
		values (${site.id}, ${prompt.id}, 'week', '2026-06-15', 3)`;
	await admin`
		insert into app.buckets (site_id, kind, key, burst, rate, tokens, at, exhausted) values (${site.id}, 2, ${randomUUID()}::text::bytea, 50, 5, 1, now(), false)`;
}

async function connect(
	admin: Sql,
	{ name, person, actions: granted, mode, ended }: Agent,
	connection: string,
	{ id: site, workspace }: TestSite,
): Promise<void> {
	const who = people[person];
	await admin`
		insert into app.connections (id, person_id, kind, name, revoked_at)
		values (${connection}, ${who}, 'mcp', ${name}, ${ended === 'connection' ? new Date(0) : null})`;
	await admin`
		insert into app.connection_sites (connection_id, workspace_id, site_id)
		values (${connection}, ${workspace}, ${site})`;
	await admin`
		insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
		values (${connection}, 'access', sha256(${name}::bytea), ${connection}, 'here', now() + interval '1 day')`;
	await admin`
		insert into app.grant_requests (connection_id, person_id, workspace_id, site_id, action)
		values (${connection}, ${who}, ${workspace}, ${site}, 'prompt:draft')`;
	await admin`
		insert into app.destination_requests
			(connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sha256)
		values (${connection}, ${who}, ${workspace}, ${site}, gen_random_uuid(), true, '{}', 'x')`;
	await admin`
		insert into app.lost_access (person_id, connection_id, workspace_id, workspace_name, cause, sites, actions, ended)
		values (${who}, ${connection}, ${workspace}, 'Test', 'left', '{Test}', '{}', false)`;
	for (const action of granted) {
		await admin`
			insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, approved_at,
				expires_at, revoked_at)
			values (${connection}, ${workspace}, ${action === 'site:create' ? null : site}, ${action},
				${mode ?? 'until'}, ${who}, now() - interval '1 day',
				now() + ${ended === 'grants' ? '-1 minute' : '1 day'}::interval,
				${ended === 'grants, by revoking' ? new Date(0) : null})`;
	}
}

async function fillSignIn(admin: Sql): Promise<void> {
	await admin`
		insert into app.oauth_clients (client_id, kind, name, redirect_uris, created_at, last_used_at)
		values ('c', 'registered', 'Editor', '{http://127.0.0.1/callback}', now(), now())`;
	for (const [index, person] of [people.owner, people.stranger].entries()) {
		await admin`
			insert into app.presence_challenges (person_id, operation, request_hash, challenge, expires_at)
			values (${person}, 'approveGrant', '\\x00', sha256('x'), now())`;
		await admin`
			insert into app.passkey_registrations (person_id, challenge, expires_at)
			values (${person}, sha256('x'), now())`;
		await admin`insert into app.passkey_resets (person_id) values (${person})`;
		await admin`
			insert into app.authorization_requests (client_id, client_kind, client_name, redirect_uri, redirect_host,
				challenge, resource, asked, created_at, expires_at, person_id)
			values ('c', 'registered', 'Editor', 'x', 'x', 'x', 'x', '{}', now(), now(), ${person})`;
		await admin`
			insert into app.device_requests (device_hash, user_code, client_id, device_name, resource, created_at,
				expires_at, person_id)
			values (${new Uint8Array([index])}, ${index === 0 ? 'BCDFGHJK' : 'KJHGFDCB'}, 'c', 'laptop', 'x', now(), now(),
				${person})`;
	}
	await admin`insert into app.placed_people (person, cell) values (${people.owner}, 0)`;
	await admin`insert into app.leaving_people (person, name, due_at) values (gen_random_uuid(), 'gone@example.com', now())`;
	await admin`insert into app.push_keys (public_key, sealed) values ('x', '\\x00')`;
	await admin`insert into app.file_deletions (name) values ('screenshots/gone')`;
	for (const person of [people.owner, people.stranger]) {
		await admin`
			with s as (insert into app.push_subscriptions (id, person_id, endpoint_sha256, host, sealed)
				values (gen_random_uuid(), ${person}, ${person}::text::bytea, 'push.example.com', '\\x00') returning id)
			insert into app.push_messages (subscription_id) select id from s`;
	}
	await admin`insert into app.attempts (kind, key, since, times) values ('x', '\\x00', now(), 1)`;
}

async function fillIdentity(admin: Sql): Promise<void> {
	await admin`
		insert into identity."user" ("id", "name", "email", "emailVerified")
		values (${people.owner}, '', 'ada@example.com', true), (${people.leaver}, '', 'leaver@example.com', true)`;
	await admin`
		insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
		values (now() + interval '1 day', 'token', now(), ${people.owner})`;
	await admin`
		insert into identity."account" ("accountId", "providerId", "userId", "password", "updatedAt")
		values (${people.owner}, 'credential', ${people.owner}, 'hash', now())`;
	await admin`
		insert into identity."verification" ("identifier", "value", "expiresAt") values ('x', 'x', now())`;
	await admin`
		insert into identity."jwks" ("publicKey", "privateKey", "createdAt") values ('x', 'x', now())`;
	// Of a person who writes nothing here: others would have to confirm their writes with it.
	await admin`
		insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
		values ('x', ${people.leaver}, 'x', 0, 'x', false)`;
	await admin`insert into identity."rateLimit" ("key", "count", "lastRequest") values ('x', 1, 0)`;
}
