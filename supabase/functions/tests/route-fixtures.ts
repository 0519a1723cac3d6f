// Fixtures for calls of routes: prompts, responses, approvals, destinations and so on, new ones each time.
import type { PromptInput, Role } from '@feedback/contract';

import type { EventsResponse } from '../../../contract/src/wire.ts';
import { screenshotFile } from '../_shared/files/file-store.ts';
import { addPasskey } from './authenticator.ts';
import { connect } from './connections.ts';
import type { TestManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import { webpOf } from './pictures.ts';
import { newCaller, newEvent, type TestSdk } from './sdk.ts';
import type { TestSite, TestSites } from './sites.ts';
import { webhook } from './webhook.ts';

export type World = {
	sites: TestSites;
	manage: TestManage;
	sdk: TestSdk;
	site: TestSite;
	/** Site of the stranger. */
	other: TestSite;
	/** The stranger is a member of the other site's workspace only. */
	people: Record<Role | 'stranger', TestPerson>;
	/** Another owner, who prepares the data for the calls. */
	host: TestPerson;
};

export type RouteFixtures = ReturnType<typeof createRouteFixtures>;

export function createRouteFixtures({ sites, manage, sdk, site, other, people, host }: World) {
	const siteOf = (by: TestPerson) => (by === people.stranger ? other : site);

	async function grantReading({ id }: TestPerson, own: TestSite, by: TestPerson): Promise<void> {
		await sites.sql`
			insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
			values (${id}, ${own.workspace}, ${own.id}, 'response:read', 'until', ${by.id}, now() + interval '1 hour')`;
	}

	let made = 0;
	let plans = 0;
	const contentOf = (survey_id = `export-rating-${++made}`): PromptInput => ({
		survey_id,
		name: 'After an export',
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
		trigger: { events: ['report.exported'] },
	});

	/** Creates the fixtures of a test. */
	const fresh = {
		async prompt(): Promise<string> {
			const { body } = await manage.ask(host, 'createPrompt', {
				site: site.id,
				content: contentOf(),
			});
			return body.id;
		},
		async site(): Promise<string> {
			const { workspace } = site;
			return (await manage.ask(host, 'createSite', { workspace, name: 'Acme' })).body.id;
		},
		sampleSite: () => manage.ask(host, 'addSampleSite', { workspace: site.workspace }),
		noSampleSite: () => manage.ask(host, 'removeSampleSite', { workspace: site.workspace }),
		/** Another workspace, in which people have the same roles. */
		async workspace(): Promise<string> {
			const { workspace } = await sites.makeSite({}, 'Acme');
			for (const role of ['owner', 'editor', 'viewer'] as const) {
				await join(sites.sql, workspace, people[role], role);
			}
			return workspace;
		},
		async deletion(): Promise<string> {
			const prompt = await fresh.prompt();
			const { body } = await manage.ask(host, 'deletePrompt', {
				site: site.id,
				prompt,
				confirm: 'After an export',
			});
			return body.id;
		},
		/** A person who leaves no workspace without an owner. */
		async deletableAccount(person: string): Promise<void> {
			await sites.sql`delete from app.deletions where target_id = ${person}`;
			// Other tests have made this person the only owner of other workspaces.
			await sites.sql`
				insert into app.deletions (workspace_id, kind, target_id, name, requested_by, due_at)
				select workspace_id, 'workspace', workspace_id, 'Acme', ${person}, now() + interval '7 days'
				from app.members
				where person_id = ${person} and role = 'owner' and workspace_id <> ${site.workspace}
				on conflict do nothing`;
		},
		async accountDeletion(person: string, email: string): Promise<void> {
			await sites.sql`
				insert into app.deletions (kind, target_id, name, requested_by, due_at)
				values ('account', ${person}, ${email}, ${person}, now() + interval '7 days')
				on conflict do nothing`;
		},
		async livePrompt(): Promise<string> {
			const prompt = await fresh.prompt();
			await manage.ask(host, 'publishPrompt', { site: site.id, prompt, revision: 1 });
			return prompt;
		},
		/** A live prompt with the variants `control` and `short`. */
		async experiment(): Promise<string> {
			const variants = [{ key: 'control' }, { key: 'short', thank_you: { title: 'Thank you!' } }];
			const content = { ...contentOf(), experiment: { key: 'thanks', variants } };
			const { body } = await manage.ask(host, 'createPrompt', { site: site.id, content });
			await manage.ask(host, 'publishPrompt', { site: site.id, prompt: body.id, revision: 1 });
			return body.id;
		},
		async editedPrompt(): Promise<string> {
			const prompt = await fresh.prompt();
			const working = { content: { name: 'After an export' }, base_revision: 1, etag: null };
			await manage.ask(host, 'saveWorkingCopy', { site: site.id, prompt, ...working });
			return prompt;
		},
		async pausedPrompt(): Promise<string> {
			const prompt = await fresh.livePrompt();
			await manage.ask(host, 'pausePrompt', { site: site.id, prompt });
			return prompt;
		},
		async template(): Promise<string> {
			const { workspace } = site;
			const given = { workspace, name: `Template ${++made}`, content: contentOf() };
			return (await manage.ask(host, 'createTemplate', given)).body.id;
		},
		async audience(): Promise<string> {
			const key = `paying-${++made}`;
			const rule = { trait: 'plan', op: 'is', value: 'pro' } as const;
			await manage.ask(host, 'createAudience', { site: site.id, key, name: 'Paying', rule });
			return key;
		},
		async usedAudience(): Promise<string> {
			const saved = await fresh.audience();
			const content = { ...contentOf(), audience: { saved } };
			await manage.ask(host, 'createPrompt', { site: site.id, content });
			return saved;
		},
		async member(): Promise<string> {
			const person = await signIn();
			await join(sites.sql, site.workspace, person, 'viewer');
			return person.id;
		},
		async passkeyHolder(): Promise<string> {
			const person = await signIn();
			await join(sites.sql, site.workspace, person, 'viewer');
			await addPasskey(sites.sql, person);
			return person.id;
		},
		async invitation(email = 'new@example.com') {
			const { workspace } = site;
			const { body } = await manage.ask(host, 'invite', { workspace, email, role: 'viewer' });
			return { id: body.id, secret: body.url.split('#')[1]! };
		},
		async siteKey(): Promise<string> {
			await sites.sql`delete from app.site_keys where site_id = ${site.id}`;
			return (await manage.ask(host, 'createSiteKey', { site: site.id, name: 'Production' })).body
				.id;
		},
		async proofKey(): Promise<string> {
			await sites.sql`delete from app.proof_keys where site_id = ${site.id}`;
			const { body } = await manage.ask(host, 'createProofKey', { site: site.id, alg: 'HS256' });
			return body.kid;
		},
		async event() {
			const caller = newCaller(site.siteId, sdk.clock.now);
			const event = newEvent('report.exported', sdk.clock.now);
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
			// Answers the same questions as below, because which response is the newest differs from run to run.
			const answers = { score: 4, why: 'It saves me an hour' };
			await sdk.post('/answer', { ...target, seq: 1, final: true, answers });
			return display!.id;
		},
		/** A picture that a visitor sent. */
		async screenshot(): Promise<{ response: string; screenshot: string }> {
			const response = await fresh.response();
			const picture = webpOf(40, 30);
			const [row] = await sites.sql<{ id: string }[]>`
				insert into app.screenshots (site_id, display_id, question_id, type, bytes, width, height, sha256, answered, stored_at)
				values (${site.id}, ${response}, 'page', 'image/webp', ${picture.length}, 40, 30, sha256(${picture}), true, now())
				returning id`;
			await manage.files.put(screenshotFile(row!.id), picture, 'image/webp');
			return { response, screenshot: row!.id };
		},
		/** A trait that one response has. */
		async traitOfResponse(): Promise<{ trait: string[] }> {
			const response = await fresh.response();
			const plan = `plan-${++plans}`;
			await sites.sql`
				update app.responses set traits = ${sites.sql.json({ plan })}
				where site_id = ${site.id} and display_id = ${response}`;
			return { trait: [`plan:${plan}`] };
		},
		/** Identifies a text that a visitor wrote. */
		async textAnswer() {
			const { display } = await fresh.event();
			const target = { site: site.siteId, display: display!.id, secret: display!.secret };
			const answers = { score: 2, why: 'The export is slow' };
			await sdk.post('/answer', { ...target, seq: 1, final: true, answers });
			return { site: site.id, response: display!.id, question: 'why' };
		},
		async note(by: TestPerson) {
			const address = await fresh.textAnswer();
			const id = crypto.randomUUID();
			await sites.sql`
				insert into app.text_notes (site_id, id, display_id, question_id, body, created_by)
				values (${address.site}, ${id}, ${address.response}, 'why', 'Known problem', ${by.id})`;
			return { ...address, note: id };
		},
		async tag(): Promise<string> {
			const [tag] = await sites.sql<{ id: string }[]>`
				insert into app.tags (site_id, name, created_by)
				values (${site.id}, ${`Export ${++made}`}, ${host.id}) returning id`;
			return tag!.id;
		},
		/** With a definition and an example. */
		async exampleTag() {
			const { site: of, ...address } = await fresh.textAnswer();
			const created = await manage.ask(host, 'createTag', {
				site: of,
				name: `Slowness ${++made}`,
				definition: 'Something takes too long',
				examples: [{ ...address, quote: 'export is slow' }],
			});
			return created.body.id;
		},
		async resultLink() {
			const address = { site: site.id, prompt: await fresh.prompt() };
			const { body } = await manage.ask(host, 'createResultLink', {
				...address,
				name: 'For the board',
			});
			return { ...address, link: body.id };
		},
		async savedFilter() {
			const address = { site: site.id, prompt: await fresh.prompt() };
			const { body } = await manage.ask(host, 'createSavedFilter', {
				...address,
				name: 'Detractors',
				filter: { condition: { answer: 'score', op: 'at_most', value: 6 } },
			});
			return { ...address, saved_filter: body.id };
		},
		/** An approval request to the person from one of their connections. */
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
				name: 'Deploy prompts',
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
		/** A Slack destination, and a response to send there. */
		async slack() {
			await sites.sql`delete from app.destinations where site_id = ${site.id}`;
			const { body } = await manage.ask(host, 'createDestination', {
				site: site.id,
				kind: 'slack',
				name: 'Team',
				url: 'https://hooks.slack.com/services/T0/B0/x',
			});
			return { site: site.id, destination: body.id, responses: [await fresh.response()] };
		},
		async delivery() {
			const destination = await fresh.destination();
			const { body } = await manage.ask(host, 'testDestination', { site: site.id, destination });
			return { site: site.id, destination, message: body.message };
		},
		/** A request to the person from one of their connections, made while they were an owner. */
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
				const change = {
					site: own.id,
					destination: await fresh.destination(),
					name: 'Acme Reports',
				};
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

	return { fresh, contentOf, siteOf, grantReading };
}
