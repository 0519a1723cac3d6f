// An input for every route, with everything that the call needs, for tests that call all routes.
import { type Role, type RouteInput, type RouteName } from '@feedback/contract';

import { createAccountInputs } from './account-inputs.ts';
import { connect, type TestConnection } from './connections.ts';
import { createDeletionInputs } from './deletion-inputs.ts';
import { createDestinationInputs } from './destination-inputs.ts';
import { openManage, type TestManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import { createRouteFixtures } from './route-fixtures.ts';
import { openSdk, type TestSdk } from './sdk.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

/** A route of the contract without an input here does not compile. */
type Inputs = {
	[Name in RouteName]: (by: TestPerson) => Promise<RouteInput<Name>> | RouteInput<Name>;
};

export type RouteInputs = {
	sites: TestSites;
	manage: TestManage;
	sdk: TestSdk;
	site: TestSite;
	/** The stranger is a member of another site's workspace only. */
	people: Record<Role | 'stranger', TestPerson>;
	inputs: Inputs;
	/** Calls a route, and confirms with the passkey of its input if the service asks for it. */
	ask: ReturnType<typeof createAccountInputs>['ask'];
	/** Connects the person to the site with a connection that may read responses. */
	connectReader(by: TestPerson): Promise<TestConnection>;
	end(): Promise<void>;
};

/** Routes that only a connection may call: people need no approval. */
export const onlyOfConnections: readonly string[] = [
	'requestGrant',
	'requestDestination',
	'requestDestinationChange',
];

/**
 * A database with a site, a published prompt and people of every role, and an input for every route. Several may share
 * a database.
 */
export async function openRouteInputs(
	shared?: Pick<RouteInputs, 'sites'> & Partial<Pick<RouteInputs, 'manage' | 'sdk'>>,
): Promise<RouteInputs> {
	const sites = shared?.sites ?? (await openSites());
	const manage = shared?.manage ?? openManage(sites.manageUrl);
	const sdk = shared?.sdk ?? openSdk(sites.ingestUrl);
	const site = await sites.makeSite();
	const [owner, editor, viewer, stranger] = await Promise.all([
		signIn(),
		signIn(),
		signIn(),
		signIn(),
	]);
	const people = { owner, editor, viewer, stranger };
	// Another owner, who prepares the data for the calls.
	const host = await signIn();
	await join(sites.sql, site.workspace, host);
	for (const role of ['owner', 'editor', 'viewer'] as const) {
		await join(sites.sql, site.workspace, people[role], role);
	}
	const other = await sites.makeSite();
	await join(sites.sql, other.workspace, stranger);
	const published = await sites.publish(site.siteId, {
		survey_id: 'export-rating',
		name: 'After an export',
		trigger: { events: ['report.exported'] },
	});

	const world = { sites, manage, sdk, site, other, people, host };
	const { fresh, contentOf, siteOf, grantReading } = createRouteFixtures(world);
	const account = createAccountInputs(world);
	let copies = 0;

	const inputs: Inputs = {
		whoami: () => ({}),
		updateProfile: () => ({ name: 'Ada Lovelace' }),
		confirmSignInChange: () => ({ change: 'changePassword' }),
		createWorkspace: () => ({ name: 'Acme' }),
		updateWorkspace: () => ({ workspace: site.workspace, name: 'Acme Reports' }),
		pauseAgents: () => ({ workspace: site.workspace }),
		async resumeAgents(by) {
			await sites.sql`
				update app.workspaces set agents_paused_at = now(), agents_paused_by = ${by.id}
				where id = ${site.workspace}`;
			return { workspace: site.workspace };
		},
		listMembers: () => ({ workspace: site.workspace }),
		changeMember: async () => ({
			workspace: site.workspace,
			person: await fresh.member(),
			role: 'editor',
		}),
		removeMember: async () => ({ workspace: site.workspace, person: await fresh.member() }),
		resetPasskeys: async () => ({ workspace: site.workspace, person: await fresh.passkeyHolder() }),
		listInvitations: () => ({ workspace: site.workspace }),
		invite: () => ({
			workspace: site.workspace,
			email: 'ada@example.com',
			role: 'editor',
			name: 'Ada Lovelace',
		}),
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
		createSite: () => ({ workspace: site.workspace, name: 'Acme' }),
		addSampleSite: async () => (await fresh.noSampleSite(), { workspace: site.workspace }),
		removeSampleSite: async () => (await fresh.sampleSite(), { workspace: site.workspace }),
		getSite: () => ({ site: site.id }),
		getSettings: () => ({ site: site.id }),
		updateSettings: () => ({ site: site.id, detect_bots: true }),
		getLauncher: () => ({ site: site.id }),
		setLauncher: () => ({
			site: site.id,
			launcher: { survey_id: 'export-rating', label: `Feedback ${++copies}` },
		}),
		renameSite: () => ({ site: site.id, name: 'Acme Reports' }),
		createDebugToken: () => ({ site: site.id }),
		listProofKeys: async () => (await fresh.proofKey(), { site: site.id }),
		createProofKey: async () => {
			await sites.sql`delete from app.proof_keys where site_id = ${site.id}`;
			return { site: site.id, alg: 'HS256' };
		},
		listSiteKeys: () => ({ site: site.id }),
		createSiteKey: async () => (await fresh.siteKey(), { site: site.id, name: 'Backend' }),
		revokeSiteKey: async () => ({ site: site.id, key: await fresh.siteKey() }),
		removeProofKey: async () => ({ site: site.id, kid: await fresh.proofKey() }),
		validatePrompt: () => ({
			content: { survey_id: 'export-rating', questions: [{ id: 'score', type: 'stars' }] },
		}),
		checkPrompt: () => ({ site: site.id, content: contentOf() }),
		listPrompts: () => ({ site: site.id, content: true }),
		createPrompt: () => ({ site: site.id, content: contentOf() }),
		getPrompt: () => ({ site: site.id, prompt: published }),
		saveRevision: async () => ({
			site: site.id,
			prompt: await fresh.prompt(),
			content: contentOf(),
			base: 1,
		}),
		getWorkingCopy: async () => ({ site: site.id, prompt: await fresh.editedPrompt() }),
		saveWorkingCopy: async () => ({
			site: site.id,
			prompt: await fresh.prompt(),
			content: { name: 'After an export' },
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
		duplicatePrompt: () => ({
			site: site.id,
			prompt: published,
			survey_id: `export-rating-copy-${++copies}`,
		}),
		createPreviewToken: () => ({ site: site.id, prompt: published, revision: 1 }),
		forecast: () => ({ site: site.id, content: contentOf() }),
		listTemplates: () => ({ workspace: site.workspace }),
		createTemplate: () => ({
			workspace: site.workspace,
			name: `Rating ${++copies}`,
			about: 'After an export.',
			content: contentOf(),
		}),
		deleteTemplate: async () => ({ workspace: site.workspace, template: await fresh.template() }),
		listAudiences: () => ({ site: site.id }),
		createAudience: () => ({
			site: site.id,
			key: `paying-teams-${++copies}`,
			name: 'Paying',
			rule: { trait: 'plan', op: 'one_of', value: ['team', 'business'] },
		}),
		getAudience: async () => ({ site: site.id, audience: await fresh.usedAudience() }),
		getAudienceVersion: async () => ({
			site: site.id,
			audience: await fresh.audience(),
			version: 1,
		}),
		updateAudience: async () => ({
			site: site.id,
			audience: await fresh.audience(),
			base: 1,
			rule: { trait: 'plan', op: 'one_of', value: ['pro', 'business'] },
		}),
		archiveAudience: async () => ({ site: site.id, audience: await fresh.audience() }),
		listEvents: () => ({ site: site.id }),
		listEventNames: () => ({ site: site.id }),
		getEventName: async () => {
			await fresh.event();
			return { site: site.id, name: 'report.exported' };
		},
		listTraits: () => ({ site: site.id }),
		changeEventName: () => ({ site: site.id, name: 'report.exported', state: 'registered' }),
		whyPrompt: async () => ({
			site: site.id,
			prompt: published,
			visitor: (await fresh.event()).visitor,
		}),
		getReasons: () => ({ site: site.id, prompt: published }),
		listPromptWarnings: () => ({ site: site.id }),
		why: async () => ({ site: site.id, event: (await fresh.event()).id }),
		testRules: async () => ({
			site: site.id,
			visitor: (await fresh.event()).visitor,
			event: { name: 'report.exported' },
		}),
		listResponses: () => ({ site: site.id }),
		exportResponses: () => ({ site: site.id }),
		exportResponseLines: () => ({ site: site.id }),
		exportResponsesParquet: () => ({ site: site.id }),
		exportResponsesXlsx: () => ({ site: site.id }),
		exportDisplays: () => ({ site: site.id }),
		exportDisplayLines: () => ({ site: site.id }),
		exportDisplaysParquet: () => ({ site: site.id }),
		exportDisplaysXlsx: () => ({ site: site.id }),
		listResponseChanges: () => ({ site: site.id }),
		getResponseCursor: () => ({ site: site.id }),
		getResponse: async () => ({ site: site.id, response: await fresh.response() }),
		getScreenshot: async () => ({ site: site.id, ...(await fresh.screenshot()) }),
		deleteResponse: async () => ({ site: site.id, response: await fresh.response() }),
		listDisplays: () => ({ site: site.id }),
		summarizeResponses: () => ({ site: site.id, prompt: published }),
		explainFigure: () => ({ site: site.id, prompt: published, figure: 'responses' }),
		compareResponses: () => ({
			site: site.id,
			prompt: published,
			one: '{}',
			other: '{"trait":["plan:pro"]}',
		}),
		getExperiment: async () => ({ site: site.id, prompt: await fresh.experiment() }),
		keepVariant: async () => ({
			site: site.id,
			prompt: await fresh.experiment(),
			variant: 'short',
		}),
		getResponseRates: () => ({ site: site.id, prompt: published, by: 'device' }),
		getRepeatAnswers: () => ({ site: site.id, prompt: published }),
		listSavedFilters: async () => {
			const { saved_filter: _, ...address } = await fresh.savedFilter();
			return address;
		},
		createSavedFilter: () => ({
			site: site.id,
			prompt: published,
			name: `Detractors ${++copies}`,
			filter: { days: 30, condition: { answer: 'score', op: 'at_most', value: 6 } },
		}),
		updateSavedFilter: async () => ({
			...(await fresh.savedFilter()),
			name: `Detractors of this quarter ${++copies}`,
		}),
		deleteSavedFilter: () => fresh.savedFilter(),
		listResultLinks: async () => {
			const { link: _, ...address } = await fresh.resultLink();
			return address;
		},
		createResultLink: () => ({
			site: site.id,
			prompt: published,
			name: 'For the board',
			filter: { trait: ['plan:pro'] },
		}),
		revokeResultLink: () => fresh.resultLink(),
		getAskInWords: () => ({ site: site.id }),
		async askInWords() {
			await sites.sql`
				update app.sites set settings = settings || '{"ask_in_words": true}' where id = ${site.id}`;
			return { site: site.id, question: 'What do people with low scores say about exports?' };
		},
		getScores: () => ({ site: site.id, days: 7 }),
		getInbox: async () => {
			const text = await fresh.textAnswer();
			await manage.ask(host, 'updateTextAnswer', { ...text, add_tags: ['Slow'] });
			return { site: site.id };
		},
		listTextAnswers: async () => (await fresh.textAnswer(), { site: site.id, status: 'open' }),
		getTextAnswer: async (by) => {
			const { note: _, ...address } = await fresh.note(by);
			return address;
		},
		updateTextAnswer: async () => ({
			...(await fresh.textAnswer()),
			status: 'done',
			add_tags: ['Slow'],
		}),
		updateTextAnswers: async () => {
			const { site: of, ...answer } = await fresh.textAnswer();
			return { site: of, answers: [answer], status: 'done', add_tags: ['Slow'] };
		},
		createNote: async () => ({ ...(await fresh.textAnswer()), body: 'Fixed in the next release' }),
		deleteNote: (by) => fresh.note(by),
		listTags: async () => {
			await fresh.exampleTag();
			return { site: site.id };
		},
		createTag: async () => ({
			site: site.id,
			name: `Performance ${++copies}`,
			definition: 'Something takes too long',
		}),
		updateTag: async () => ({
			site: site.id,
			tag: await fresh.tag(),
			name: `Performance ${++copies}`,
			definition: 'Something takes too long',
		}),
		proposeTags: async () => {
			const { site: of, ...address } = await fresh.textAnswer();
			const quote = 'export is slow';
			return {
				site: of,
				tags: [
					{
						name: `Slow export ${++copies}`,
						definition: 'An export takes too long',
						examples: [{ ...address, quote }],
					},
				],
				labels: [],
			};
		},
		getTag: async () => ({ site: site.id, tag: await fresh.exampleTag(), weeks: 2 }),
		suggestTags: async () => {
			await fresh.textAnswer();
			await fresh.textAnswer();
			return { site: site.id };
		},
		suggestLabels: async () => {
			const tag = await fresh.exampleTag();
			await fresh.textAnswer();
			return { site: site.id, tag };
		},
		deleteTag: async () => ({ site: site.id, tag: await fresh.tag() }),
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
			name: 'Deploy prompts',
			sites: [site.id],
			actions: ['response:read'],
			days: 1,
		}),
		listCiTokens: () => ({ workspace: site.workspace }),
		revokeCiToken: async () => ({ workspace: site.workspace, connection: await fresh.ciToken() }),
		getAuthorization: async (by) => ({ authorization: await fresh.authorization(by) }),
		approveAuthorization: async (by) => ({
			authorization: await fresh.authorization(by),
			sites: [siteOf(by).id],
		}),
		denyAuthorization: async (by) => ({ authorization: await fresh.authorization(by) }),
		getDevice: async () => ({ user_code: await fresh.userCode() }),
		approveDevice: async (by) => ({ user_code: await fresh.userCode(), sites: [siteOf(by).id] }),
		denyDevice: async () => ({ user_code: await fresh.userCode() }),
		...account.inputs,
		...createDestinationInputs(world, fresh),
		...createDeletionInputs(world, fresh, published),
	};

	return {
		sites,
		manage,
		sdk,
		site,
		people,
		inputs: account.forgetBefore(inputs),
		ask: account.ask,
		async connectReader(by) {
			const connection = await connect(sites.sql, manage, by, [site.id]);
			await grantReading(connection, site, by);
			return connection;
		},
		async end() {
			await sdk.end();
			await manage.end();
			await sites.end();
		},
	};
}
