import { routes, type RouteInput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { approvalOf, stageApprovals } from '../../tests/approvals.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk } from '../../tests/sdk.ts';
import { writePrompt } from '../../tests/workspace.ts';

const at = stageApprovals();
const detractors = { condition: { answer: 'score', op: 'at_most', value: 6 } } as const;

let editor: TestPerson;
let viewer: TestPerson;
let prompt: string;
let surveyId: string;
beforeEach(async () => {
	[editor, viewer] = await Promise.all([signIn(), signIn()]);
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	await join(at.sites.sql, at.site.workspace, viewer, 'viewer');
	await at.sites.sql`update app.members set email = ${editor.email} where person_id = ${editor.id}`;
	surveyId = `filtered-${crypto.randomUUID()}`;
	prompt = await at.sites.publish(at.site.siteId, {
		survey_id: surveyId,
		trigger: { events: ['rated'] },
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
	} as never);
});

type Create = RouteInput<'createSavedFilter'>;
const address = () => ({ site: at.site.id, prompt });
const save = (given: Partial<Create> = {}, by: { token: string } = editor) =>
	at.manage.ask(by as TestPerson, 'createSavedFilter', {
		...address(),
		name: 'Detractors',
		filter: detractors,
		...given,
	});
const list = (by = viewer) => at.manage.ask(by, 'listSavedFilters', address());
const update = (given: object, by = editor) =>
	at.manage.ask(by, 'updateSavedFilter', { ...address(), ...given } as never);
const summarize = (query: object) =>
	at.manage.ask(viewer, 'summarizeResponses', { ...address(), ...query });

async function answer(sdk: ReturnType<typeof openSdk>, score: number, plan: string) {
	const caller = newCaller(at.site.siteId, sdk.clock.now);
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		identify: { account: crypto.randomUUID(), traits: { plan } },
		decide: true,
		events: [newEvent('rated', sdk.clock.now)],
	});
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	const { id: display, secret } = body.decision.display;
	const { site } = caller;
	await sdk.post('/answer', { site, display, secret, seq: 1, final: true, answers: { score } });
	return display;
}

describe('a saved filter', () => {
	it('is listed for every member, renamed, replaced and deleted', async () => {
		const { body } = await save();
		expect(body).toMatchObject({ name: 'Detractors', filter: detractors, gone: [] });
		expect(body.created_by).toBe(editor.email);
		const { body: listed } = await list();
		routes.listSavedFilters.output.parse(listed);
		expect(listed.items).toEqual([body]);

		const of = { saved_filter: body.id };
		expect((await update({ ...of, name: 'Critics' })).body).toMatchObject({
			name: 'Critics',
			filter: detractors,
			changed: true,
		});
		expect((await update({ ...of, name: 'Critics' })).body.changed).toBe(false);
		expect((await update({ ...of, filter: { days: 30 } })).body).toMatchObject({
			name: 'Critics',
			filter: { days: 30 },
			changed: true,
		});
		const remove = () => at.manage.ask(editor, 'deleteSavedFilter', { ...address(), ...of });
		expect((await remove()).body).toEqual({ removed: true });
		expect((await remove()).error).toMatchObject({ code: 'not_found', field: 'saved_filter' });
		expect((await list()).body.items).toEqual([]);
	});

	it('remains usable after the member who saved it leaves', async () => {
		const { body } = await save();
		await at.manage.ask(at.owner, 'removeMember', {
			workspace: at.site.workspace,
			person: editor.id,
		});
		expect((await list()).body.items).toMatchObject([{ id: body.id, created_by: null }]);
		expect((await summarize({ filter: 'Detractors' })).status).toBe(200);
	});

	it('reports what the latest revision no longer has, and still counts earlier answers', async () => {
		await save();
		const next = await at.manage.ask(editor, 'saveRevision', {
			...address(),
			base: 1,
			content: writePrompt({
				survey_id: surveyId,
				trigger: { events: ['rated'] },
				questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
			}),
		});
		expect(next.status).toBe(200);
		expect((await list()).body.items[0]!.gone).toEqual([
			'The latest revision does not ask the question "score": only earlier responses match.',
		]);
		expect((await summarize({ filter: 'Detractors' })).status).toBe(200);
		expect((await summarize({})).status).toBe(200);
	});

	it.each([
		['a name that another has, in other capitals', { name: 'DETRACTORS' }, 'conflict', 'name'],
		['no name', { name: ' ' }, 'invalid_request', 'name'],
		['nothing', { filter: {} }, 'invalid_request', 'filter'],
		[
			'a field that it does not have',
			{ filter: { plan: 'pro' } },
			'invalid_request',
			'filter.plan',
		],
		[
			'a period that is given twice',
			{ filter: { days: 7, since: '2026-01-01T00:00:00Z' } },
			'invalid_request',
			'filter.days',
		],
		[
			'a question that nobody was asked',
			{ filter: { condition: { answer: 'mood', op: 'answered' } } },
			'invalid_request',
			'filter.condition.answer',
		],
		[
			'a variant that the prompt does not have',
			{ filter: { variant: 'short' } },
			'invalid_request',
			'filter.variant',
		],
	])('is refused with %s', async (_, given, code, field) => {
		await save();
		const refused = await save({ name: 'Others', ...given } as never);
		expect(refused.error.code).toBe(code);
		expect(refused.error.field).toBe(field);
		expect((await list()).body.items).toHaveLength(1);
	});

	it('can be saved by editors, but by no member of another site', async () => {
		expect((await save({}, viewer)).error.code).toBe('forbidden');
		const stranger = await signIn();
		expect((await list(stranger)).error.code).toBe('not_found');
		const unknown = '00000000-0000-4000-8000-000000000009';
		expect((await save({ prompt: unknown })).error).toMatchObject({
			code: 'not_found',
			field: 'prompt',
		});
	});

	it('is refused with a time that the database does not accept', async () => {
		for (const since of ['2026-01-01T00:00:00+16:00', '0000-01-01T00:00:00Z']) {
			const refused = await save({ name: 'Broken', filter: { since } });
			expect([refused.status, refused.error.field]).toEqual([400, 'filter.since']);
		}
	});

	it('needs an approval if a connection saves, changes or deletes one', async () => {
		const { body } = await save();
		const of = { ...address(), saved_filter: body.id };
		const tries = [
			() =>
				at.manage.ask(at.agent, 'createSavedFilter', {
					...address(),
					name: 'Pro',
					filter: { trait: ['plan:pro'] },
				}),
			() => at.manage.ask(at.agent, 'updateSavedFilter', { ...of, name: 'Critics' }),
			() => at.manage.ask(at.agent, 'deleteSavedFilter', of),
		];
		for (const attempt of tries) expect(approvalOf((await attempt()).error)).toBeDefined();
		expect((await list()).body.items).toEqual([body]);
		await at.grant('prompt:draft', {}, { mode: 'until', hours: 1 });
		for (const attempt of tries) expect((await attempt()).status).toBe(200);
		expect((await list()).body.items).toMatchObject([{ name: 'Pro' }]);
	});
});

describe('results with a saved filter', () => {
	it('are filtered by it, with its name or UUID; other parameters replace its parts', async () => {
		const sdk = openSdk(at.sites.ingestUrl);
		const unhappy = await answer(sdk, 3, 'pro');
		await answer(sdk, 9, 'pro');
		await answer(sdk, 2, 'free');
		await sdk.end();
		const filter = { ...detractors, trait: ['plan:pro'], days: 7 };
		const { body: saved } = await save({ name: 'Unhappy Pro', filter });
		for (const named of ['unhappy pro', saved.id]) {
			expect((await summarize({ filter: named })).body.responses).toBe(1);
		}
		expect((await summarize({ filter: 'Unhappy Pro', trait: ['plan:free'] })).body.responses).toBe(
			1,
		);
		const all = JSON.stringify({ answer: 'score', op: 'answered' });
		expect((await summarize({ filter: 'Unhappy Pro', condition: all })).body.responses).toBe(2);
		const early = { filter: 'Unhappy Pro', until: '2020-01-01T00:00:00Z' };
		expect((await summarize(early)).body.responses).toBe(0);

		const of = { ...address(), filter: 'Unhappy Pro' };
		const listed = await at.manage.ask(viewer, 'listResponses', of);
		expect(listed.body.items.map(({ id }) => id)).toEqual([unhappy]);
		for (const name of ['exportResponseLines', 'exportDisplayLines'] as const) {
			const { body } = await at.manage.ask(viewer, name, of);
			expect(body.trim().split('\n')).toHaveLength(1);
		}
		const compared = await at.manage.ask(viewer, 'compareResponses', {
			...address(),
			one: '{"filter":"Unhappy Pro"}',
			other: '{}',
		});
		expect(compared.body).toMatchObject({ one: 'Unhappy Pro', other: 'everyone' });
	});

	it('are refused for a deleted name, and without a prompt', async () => {
		expect((await summarize({ filter: 'Deleted' })).error).toMatchObject({
			code: 'invalid_request',
			field: 'filter',
			message: 'filter names the saved filter "Deleted", which the prompt does not have',
		});
		const nowhere = { site: at.site.id, filter: 'Detractors' };
		expect((await at.manage.ask(viewer, 'listResponses', nowhere)).error.field).toBe('filter');
		const compared = await at.manage.ask(viewer, 'compareResponses', {
			...address(),
			one: '{}',
			other: '{"filter":"Deleted"}',
		});
		expect(compared.error.field).toBe('other.filter');
	});
});
