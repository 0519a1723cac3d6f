// The experiment of a published prompt: its result, and the revision that ends it.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

const shorter = [{ id: 'ease', type: 'rating', title: 'Easy?', scale: 5 }] as const;
const wording = {
	key: 'wording',
	variants: [{ key: 'control' }, { key: 'short', questions: shorter }],
} as unknown as PromptInput['experiment'];

describe('an experiment', () => {
	let team: TestWorkspace;
	let site: string;

	beforeAll(async () => {
		team = await openWorkspace();
		site = team.site.id;
	});
	afterAll(() => team.end());

	async function publish(content: Partial<PromptInput>, prompt?: string): Promise<string> {
		const given = writePrompt({
			questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?', scale: 5 }],
			...content,
		} as never);
		const { body } = prompt
			? await team.manage.ask(team.editor, 'saveRevision', { site, prompt, content: given })
			: await team.manage.ask(team.editor, 'createPrompt', { site, content: given });
		const { id, revision } = body;
		await team.manage.ask(team.editor, 'publishPrompt', { site, prompt: id, revision });
		return id;
	}

	/** Displays of today, of which the first ones are answered. */
	async function show(prompt: string, variant: string, displays: number, answered: number) {
		const subject = crypto.randomUUID();
		await team.sites.sql`
			with subject as (
				insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
				values (${site}, ${subject}, ${subject}, now(), now())
			),
			shown as (
				insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin,
					state, traits, reserved_at, displayed_at, answered_at)
				select ${site}, n.id, ${subject}, ${subject}, n.id, ${prompt}, 1, ${variant}, n.id,
					case when n.at <= ${answered} then 'answered' else 'displayed' end, '{}', now(), now(),
					case when n.at <= ${answered} then now() end
				from (select gen_random_uuid() as id, at from generate_series(1, ${displays}::int) at) n
				returning *
			)
			insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits,
				created_at, updated_at)
			select site_id, id, prompt_id, 1, variant, 1, true, '{"ease": 4}', '{}', answered_at, answered_at
			from shown where answered_at is not null`;
	}

	const read = async (prompt: string) =>
		(await team.manage.ask(team.viewer, 'getExperiment', { site, prompt })).body.experiment;

	it('shows its variants side by side, and what was found', async () => {
		const prompt = await publish({ experiment: wording });
		await show(prompt, 'control', 200, 60);
		await show(prompt, 'short', 200, 160);
		const found = await read(prompt);
		expect(found).toMatchObject({
			key: 'wording',
			revision: 1,
			counted_since: null,
			running: true,
			variants: [
				{ key: 'control', share: 0.5, displays: 200, answered: 60 },
				{ key: 'short', share: 0.5, displays: 200, answered: 160 },
			],
			comparisons: [{ variant: 'short', against: 'control' }],
			conclusion: { outlook: 'different', days: null },
		});
		expect(found!.since).not.toBeNull();
		expect(found!.conclusion.sentences[0]).toMatch(
			/^Response rate: short is higher by \d+ to \d+ percentage points\.$/,
		);
		const [rate, mean] = found!.comparisons[0]!.differences;
		expect(rate).toMatchObject({ question: null, outlook: 'different' });
		expect(mean).toMatchObject({ question: 'ease', measure: 'mean', outlook: 'unlikely' });
	});

	it('says how many days a difference would need at the present rate', async () => {
		const prompt = await publish({ experiment: wording });
		await show(prompt, 'control', 60, 30);
		await show(prompt, 'short', 60, 40);
		const found = await read(prompt);
		const rate = found!.comparisons[0]!.differences[0]!;
		expect(rate.outlook).toBe('wait');
		// 120 displays today.
		expect(rate.days).toBe(Math.ceil(rate.more_answers! / 120));
		expect(found!.conclusion.days).toBe(rate.days);
		await team.manage.ask(team.editor, 'pausePrompt', { site, prompt });
		expect(await read(prompt)).toMatchObject({
			running: false,
			conclusion: { sentences: [expect.stringMatching(/the prompt is not published\.$/)] },
		});
	});

	it('counts only its own displays, when another one came before', async () => {
		const variants = [{ key: 'control' }, { key: 'short', timing: { delay_seconds: 5 } }];
		const prompt = await publish({
			survey_id: 'second-experiment',
			experiment: { key: 'delay', variants } as never,
		});
		await show(prompt, 'short', 50, 50);
		await publish({ survey_id: 'second-experiment', experiment: wording }, prompt);
		const found = await read(prompt);
		expect(found!.counted_since).toBe(found!.since);
		expect(found!.variants).toMatchObject([{ displays: 0 }, { displays: 0 }]);
	});

	it('is null without one, and for a draft', async () => {
		expect(await read(await publish({}))).toBeNull();
		const content = writePrompt({ experiment: wording } as never);
		const { body } = await team.manage.ask(team.editor, 'createPrompt', { site, content });
		expect(await read(body.id)).toBeNull();
	});

	it('ends with a revision that contains one variant, as a draft', async () => {
		const prompt = await publish({ experiment: wording });
		const keep = (variant: string, more = {}) =>
			team.manage.ask(team.editor, 'keepVariant', { site, prompt, variant, ...more });
		expect(await keep('long')).toMatchObject({
			status: 400,
			error: { code: 'invalid_request', field: 'variant' },
		});
		expect(await keep('short', { base: 7 })).toMatchObject({
			error: { code: 'revision_conflict' },
		});
		const { body } = await keep('short', { base: 1 });
		expect(body).toMatchObject({ revision: 2, published_revision: 1, changed: true });
		const { body: saved } = await team.manage.ask(team.viewer, 'getRevision', {
			site,
			prompt,
			revision: 2,
		});
		expect(saved.content).toMatchObject({ questions: shorter });
		expect(saved.content).not.toHaveProperty('experiment');
		// Visitors still see the experiment.
		expect(await read(prompt)).toMatchObject({ revision: 1, running: true });
		expect((await keep('short')).error).toMatchObject({ field: 'variant' });
	});
});
