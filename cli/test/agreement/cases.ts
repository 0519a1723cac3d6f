import type { Answer } from './answer.ts';
import type { Case } from './case.ts';
import { launcherCases } from './launcher-cases.ts';
import { signInCases } from './sign-in-cases.ts';
import { draftIn, inOrder, unknown } from './steps.ts';
import { contentOf } from './world.ts';

const prompts: Case[] = [
	{
		title: 'a prompt is created, read and listed',
		routes: ['createPrompt', 'getPrompt', 'getRevision', 'listPrompts'],
		approved: true,
		async run(world) {
			const { at, content, created } = await draftIn(world);
			const { site } = at;
			return [
				created,
				...(await inOrder(
					() => world.ask('createPrompt', { site, content }),
					() => world.ask('createPrompt', { site, content: contentOf(), id: at.prompt }),
					() => world.ask('getPrompt', at),
					() => world.ask('getRevision', { ...at, revision: 1 }),
					() => world.ask('getRevision', { ...at, revision: 2 }),
					() => world.ask('getPrompt', { ...at, prompt: unknown }),
					() => world.ask('getPrompt', { ...at, site: unknown }),
					() => world.ask('createPrompt', { site, content: contentOf() }),
					() => world.ask('listPrompts', { site }),
					() => world.ask('listPrompts', { site, limit: 1 }),
					() => world.ask('listPrompts', { site, state: 'published' }),
				)),
			];
		},
	},
	{
		title: 'a revision is saved',
		routes: ['saveRevision'],
		approved: true,
		async run(world) {
			const { at, content, save, publish } = await draftIn(world);
			return inOrder(
				() => save('Second', 1),
				() => save('Second', 2),
				() => save('Third', 1),
				() => publish(2),
				() => world.ask('saveRevision', { ...at, content: { ...content, survey_id: 'other' } }),
				() => world.ask('saveRevision', { ...at, prompt: unknown, content }),
			);
		},
	},
	{
		title: 'a revision is published, an older one too',
		routes: ['publishPrompt'],
		approved: true,
		async run(world) {
			const { at, save, publish } = await draftIn(world);
			await save('Second');
			await save('Third');
			return inOrder(
				() => publish(1),
				() => publish(1),
				() => publish(3),
				() => publish(1),
				() => publish(2, { if_latest: true }),
				() => publish(3, { if_latest: true }),
				() => publish(1, { sha256: '0'.repeat(64) }),
				() => publish(9),
				() => world.ask('publishPrompt', { ...at, prompt: unknown, revision: 1 }),
			);
		},
	},
	{
		title: 'publishing is repeated with its idempotency key',
		routes: ['publishPrompt'],
		approved: true,
		async run(world) {
			const { at, save, publish } = await draftIn(world);
			await save('Second');
			const key = crypto.randomUUID();
			return inOrder(
				() => publish(1, {}, key),
				() => publish(2),
				() => publish(1, {}, key),
				() => publish(2, {}, key),
				() => publish(2, {}, 'two words'),
				() => world.ask('pausePrompt', at, { 'idempotency-key': key }),
				() => world.ask('getPrompt', at),
			);
		},
	},
	{
		title: 'a prompt is paused, resumed and archived',
		routes: ['pausePrompt', 'resumePrompt', 'archivePrompt'],
		approved: true,
		async run(world) {
			const { at, publish } = await draftIn(world);
			return inOrder(
				() => world.ask('pausePrompt', at),
				() => world.ask('resumePrompt', at),
				() => publish(1),
				() => world.ask('pausePrompt', at),
				() => world.ask('pausePrompt', at),
				() => world.ask('resumePrompt', at),
				() => world.ask('resumePrompt', at),
				() => world.ask('archivePrompt', at),
				() => world.ask('archivePrompt', at),
				() => world.ask('resumePrompt', at),
				() => publish(1),
			);
		},
	},
	{
		title: 'the deletion of a prompt is previewed',
		routes: ['previewPromptDeletion'],
		approved: true,
		async run(world) {
			const { at } = await draftIn(world);
			return inOrder(() => world.ask('previewPromptDeletion', at));
		},
	},
	{
		title: 'a prompt is copied',
		routes: ['duplicatePrompt', 'keepVariant'],
		approved: true,
		async run(world) {
			const { at, content } = await draftIn(world);
			return inOrder(
				() => world.ask('duplicatePrompt', { ...at, survey_id: 'copied' }),
				() => world.ask('keepVariant', { ...at, variant: 'short' }),
				() => world.ask('duplicatePrompt', { ...at, survey_id: content.survey_id }),
				() => world.ask('duplicatePrompt', { ...at, prompt: unknown, survey_id: 'again' }),
			);
		},
	},
	{
		title: 'a prompt is checked',
		routes: ['validatePrompt', 'checkPrompt'],
		approved: true,
		run: (world) =>
			inOrder(
				() => world.ask('validatePrompt', { content: contentOf() }),
				() => world.ask('validatePrompt', { content: { survey_id: 'X', name: '' } }),
				() => world.ask('checkPrompt', { site: world.site, content: contentOf() }),
				() => world.ask('checkPrompt', { site: world.site, content: { survey_id: 'X' } }),
				() => world.ask('checkPrompt', { site: unknown, content: contentOf() }),
				() =>
					world.ask('createPrompt', {
						site: world.site,
						content: { survey_id: 'x', name: 'X', questions: [] },
					}),
			),
	},
];

const grants: Case[] = [
	{
		title: 'an operation without a grant requests it once, and uses it once',
		routes: ['requestGrant', 'getGrantRequest', 'listGrantRequests', 'listGrants'],
		approved: false,
		async run(world) {
			const { site } = world;
			const create = () => world.ask('createPrompt', { site, content: contentOf() });
			const [refused, again] = await inOrder(create, create);
			const { approval } = refused!.body['error'] as { approval?: { id: string } };
			const request = approval?.id ?? unknown;
			const wanted = { action: 'prompt:draft' as const, site };
			const before = await inOrder(
				() => world.ask('requestGrant', wanted),
				() => world.ask('getGrantRequest', { request }),
				() => world.ask('listGrantRequests', { state: 'pending' }),
			);
			await world.decide(request, 'approve');
			const after = await inOrder(
				() => world.ask('getGrantRequest', { request }),
				() => world.ask('listGrants', {}),
				create,
				create,
				() => world.ask('listGrants', {}),
			);
			return [refused!, again!, ...before, ...after];
		},
	},
	{
		title: 'a grant to publish is for one revision, and only used for a change',
		routes: ['requestGrant', 'publishPrompt', 'pausePrompt'],
		approved: false,
		async run(world) {
			const approve = async (answer: Answer) => {
				const { approval } = answer.body['error'] as { approval?: { id: string } };
				await world.decide(approval?.id ?? unknown, 'approve');
			};
			const content = contentOf();
			const { site } = world;
			const create = () => world.ask('createPrompt', { site, content });
			await approve(await create());
			const at = { site, prompt: (await create()).body['id'] as string };
			const publish = (revision: number) => world.ask('publishPrompt', { ...at, revision });
			const missing = await publish(9);
			const refused = await publish(1);
			await approve(refused);
			const pause = () => world.ask('pausePrompt', at);
			return [
				missing,
				refused,
				...(await inOrder(
					pause,
					() => publish(1),
					() => publish(1),
					pause,
				)),
			];
		},
	},
	{
		title: 'a request is denied',
		routes: ['getGrantRequest', 'whoami'],
		approved: false,
		async run(world) {
			const wanted = { action: 'response:read' as const, site: world.site };
			const asked = await world.ask('requestGrant', wanted);
			const request = asked.body['id'] as string;
			await world.decide(request, 'deny');
			return [
				asked,
				...(await inOrder(
					() => world.ask('getGrantRequest', { request }),
					() => world.ask('whoami', {}),
					() => world.ask('getGrantRequest', { request: unknown }),
					() => world.ask('requestGrant', wanted),
				)),
			];
		},
	},
	{
		title: 'a request names its action and target',
		routes: ['requestGrant'],
		approved: false,
		run: (world) =>
			inOrder(
				() => world.ask('requestGrant', { action: 'prompt:draft' }),
				() => world.ask('requestGrant', { action: 'site:create' }),
				() => world.ask('requestGrant', { action: 'prompt:publish', site: world.site }),
				() =>
					world.ask('requestGrant', {
						action: 'prompt:publish',
						site: world.site,
						prompt: unknown,
					}),
				() => world.ask('requestGrant', { action: 'prompt:draft', site: unknown }),
			),
	},
	{
		title: 'a grant is revoked',
		routes: ['revokeGrant'],
		approved: false,
		async run(world) {
			const wanted = { action: 'prompt:draft' as const, site: world.site };
			const { body } = await world.ask('requestGrant', wanted);
			await world.decide(body['id'] as string, 'approve');
			const { items } = (await world.ask('listGrants', {})).body as { items: { id: string }[] };
			const grant = items[0]!.id;
			return inOrder(
				() => world.ask('revokeGrant', { grant }),
				() => world.ask('revokeGrant', { grant }),
				() => world.ask('revokeGrant', { grant: unknown }),
				() => world.ask('createPrompt', { site: world.site, content: contentOf() }),
			);
		},
	},
];

const rest: Case[] = [
	{
		title: 'sites are listed and created',
		routes: ['listSites', 'getSite', 'createSite'],
		approved: true,
		async run(world) {
			const { workspace, site } = world;
			const key = { 'idempotency-key': crypto.randomUUID() };
			return inOrder(
				() => world.ask('getSite', { site }),
				() => world.ask('getSite', { site: unknown }),
				() => world.ask('listSites', { workspace }),
				() => world.ask('createSite', { workspace, name: 'Second' }, key),
				() => world.ask('createSite', { workspace, name: 'Second' }, key),
				() => world.ask('createSite', { workspace, name: 'Third' }, key),
				() => world.ask('createSite', { workspace, name: 'Third', id: site }),
				() => world.ask('listSites', { workspace, limit: 1 }),
			);
		},
	},
	{
		title: 'sample data is added once',
		routes: ['addSampleSite'],
		approved: true,
		async run(world) {
			const { workspace } = world;
			return inOrder(
				() => world.ask('addSampleSite', { workspace }),
				() => world.ask('addSampleSite', { workspace }),
			);
		},
	},
	{
		title: 'a new site has no data',
		routes: [
			'listEvents',
			'why',
			'listResponses',
			'listIssues',
			'listEventNames',
			'listSiteKeys',
			'summarizeResponses',
			'explainFigure',
			'compareResponses',
			'getExperiment',
			'forecast',
		],
		approved: true,
		async run(world) {
			const { site } = world;
			return inOrder(
				() => world.ask('listEvents', { site }),
				() => world.ask('why', { site, event: unknown }),
				() => world.ask('listResponses', { site }),
				() => world.ask('listIssues', { site }),
				() => world.ask('listEventNames', { site: unknown }),
				() => world.ask('listSiteKeys', { site }),
				() => world.ask('listSiteKeys', { site: unknown }),
				() => world.ask('summarizeResponses', { site, prompt: unknown }),
				() => world.ask('explainFigure', { site, prompt: unknown, figure: 'responses' }),
				() => world.ask('compareResponses', { site, prompt: unknown, one: '{}', other: '{}' }),
				() => world.ask('getExperiment', { site, prompt: unknown }),
				() => world.ask('forecast', { site, content: { ...contentOf(), trigger: undefined } }),
			);
		},
	},
	{
		title: 'invalid requests are refused',
		routes: [],
		approved: true,
		run: (world) =>
			inOrder(
				() => world.send('/whoami?x=1'),
				() => world.send('/nothing/here'),
				() => world.send('/sites/nonsense'),
				() => world.send('/validate', { method: 'POST', body: '{' }),
				() => world.send('/validate', { method: 'POST', body: '{}' }),
				() => world.send('/whoami', { method: 'DELETE' }),
				() => world.send('/whoami', { headers: { authorization: 'Bearer fbt_old' } }),
			),
	},
];

export const cases: readonly Case[] = [
	...prompts,
	...grants,
	...launcherCases,
	...rest,
	...signInCases,
];
