// Variants of a prompt, of which each subject gets one, and the holdout of a site.
import { findVariant, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadDisplayedPrompt, type RequestContext } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { testDate } from './cluster.ts';
import { identifyAsBackend, reportAsBackend } from './backend.ts';
import { claimPrompt, later, reasonFor, report, second, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { sample } from './reference/decision.ts';
import { createSite, promptOf, publishPrompt, type TestPrompt } from './sites.ts';
import { debugged, newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const promptId = '00000000-0000-7000-8000-00000000000a';
type Variants = NonNullable<PromptInput['experiment']>['variants'];
const experiment = (variants: Variants, key = 'wording') => ({ key, variants });
const halves = experiment([{ key: 'a' }, { key: 'b' }]);

/** Returns the same visitors in every run, so that counts are exact. */
function visitorOf(site: string, index: number): RequestContext {
	const visitor = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
	return newVisit(site, { visitor, now });
}

async function republish(
	site: string,
	prompt: Pick<TestPrompt, 'id' | 'content'>,
	given: Partial<PromptInput>,
) {
	const content = promptOf({ ...given, survey_id: prompt.content.survey_id });
	const [saved] = await database.admin`
		select * from app.save_revision(${site}, ${prompt.id}, ${database.admin.json(content)})`;
	await database.admin`select app.publish(${site}, ${prompt.id}, ${saved!['number'] as number}, ${saved!['sha256'] as string})`;
}

async function variantsOf(site: string): Promise<Record<string, string | null>> {
	const displays = await database.admin<{ visitor_id: string; variant: string | null }[]>`
		select distinct on (visitor_id) visitor_id, variant from app.displays
		where site_id = ${site} order by visitor_id, reserved_at desc`;
	return Object.fromEntries(displays.map(({ visitor_id, variant }) => [visitor_id, variant]));
}

/** Publishes a prompt with this ID: the draw depends on it, so every run has the same variants. */
async function publish(site: string, given: Partial<PromptInput>, id = promptId) {
	const content = promptOf(given);
	await database.admin`
		insert into app.prompts (site_id, id, survey_id) values (${site}, ${id}, ${content.survey_id})`;
	const prompt = { id, content };
	await republish(site, prompt, content);
	return prompt;
}

/** Counts the subjects per variant, of 20,000. */
async function countVariants(prompt: string) {
	const rows = await database.admin<{ variant: string; subjects: number }[]>`
		select app.find_variant(app.choose_variant(c, k.key)) as variant, count(*)::int as subjects
		from app.candidates c, generate_series(1, 20000) n, md5(n::text) k (key)
		where c.prompt_id = ${prompt} and c.event_name = 'done' and app.sample_position(c.prompt_id, k.key) < c.rate
		group by 1`;
	return Object.fromEntries(rows.map(({ variant, subjects }) => [variant, subjects]));
}

describe('an experiment', () => {
	it('shows every subject the content of its variant, and stores the variant', async () => {
		const site = await createSite(database.admin);
		const prompt = await publish(site.id, {
			trigger,
			appearance: { position: 'inline', target: '#here' },
			experiment: experiment([
				{ key: 'stars', appearance: { position: 'center', accent: '#112233' } },
				{ key: 'text', questions: [{ id: 'why', type: 'long_text', title: 'Why?' }] },
			]),
		});
		for (let index = 0; index < 12; index++) {
			const visit = visitorOf(site.id, index);
			const { decided, display } = await report(database.ingest, visit, 'done');
			const [stored] = await database.admin`select variant from app.displays where id = ${display}`;
			const expected = findVariant(prompt.content, stored!['variant'] as string);
			expect(decided).toMatchObject({ reason: 'displayed', reserved: { content: expected } });
			expect(await loadDisplayedPrompt(database.ingest, site.id, display)).toEqual(expected);
		}
		expect(new Set(Object.values(await variantsOf(site.id)))).toEqual(new Set(['stars', 'text']));
	});

	it('stores the variant with the response, which outlives the display', async () => {
		const site = await createSite(database.admin);
		await publish(site.id, { trigger, experiment: halves });
		const { display } = await report(database.ingest, visitorOf(site.id, 1), 'done');
		await storeAnswers(database.ingest, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now,
		});
		const [stored] = await database.admin`
			select r.variant, d.variant as displayed from app.responses r
			join app.displays d on d.id = r.display_id where r.site_id = ${site.id}`;
		expect(stored!['variant']).toMatch(/^[ab]$/);
		expect(stored!['variant']).toBe(stored!['displayed']);
	});

	it('repeats the same variant for a repeated event and for show()', async () => {
		const site = await createSite(database.admin);
		const prompt = await publish(site.id, {
			trigger,
			limits: { show: 'always' },
			experiment: experiment([{ key: 'a' }, { key: 'b', appearance: { theme: 'dark' } }]),
		});
		for (const index of [0, 1, 2, 3]) {
			const visit = visitorOf(site.id, index);
			const first = await report(database.ingest, visit, 'done');
			const again = await report(database.ingest, visit, 'done', {}, first.event);
			expect(again.result.status).toBe('duplicate');
			expect(again.decided).toEqual(first.decided);
			const shown = await showPrompt(database.ingest, visit, prompt.content.survey_id);
			expect(shown.decided).toMatchObject({
				reserved: {
					content: (first.decided as { reserved: { content: object } }).reserved.content,
				},
			});
		}
	});

	it('keeps a subject in its variant through sign-in and republishing', async () => {
		const site = await createSite(database.admin);
		const given = { trigger, limits: { show: 'always' }, experiment: halves } as const;
		const prompt = await publish(site.id, given);
		const visits = Array.from({ length: 20 }, (_, index) => visitorOf(site.id, index));
		for (const visit of visits) await report(database.ingest, visit, 'done');
		const before = await variantsOf(site.id);
		expect(new Set(Object.values(before))).toEqual(new Set(['a', 'b']));

		await republish(site.id, prompt, { ...given, name: 'Another name', priority: 1 });
		for (const [index, visit] of visits.entries()) {
			const signed = signedIn(later(visit, second), `account ${index}`);
			expect(await reasonFor(database.ingest, signed, 'done')).toBe('displayed');
		}
		expect(await variantsOf(site.id)).toEqual(before);
	});

	it('draws every subject again under another key, and assigns no variant once it is stopped', async () => {
		const site = await createSite(database.admin);
		const given = { trigger, limits: { show: 'always' }, experiment: halves } as const;
		const prompt = await publish(site.id, given);
		const visits = Array.from({ length: 20 }, (_, index) => visitorOf(site.id, index));
		const showAll = async (after: number) => {
			for (const visit of visits) await report(database.ingest, later(visit, after), 'done');
			return Object.values(await variantsOf(site.id));
		};
		const first = await showAll(0);
		await republish(site.id, prompt, { ...given, experiment: { ...halves, key: 'second' } });
		const second = await showAll(1_000);
		const moved = second.filter((variant, at) => variant !== first[at]).length;
		expect(moved).toBeGreaterThan(3);
		expect(moved).toBeLessThan(17);
		await republish(site.id, prompt, { trigger, limits: { show: 'always' } });
		expect(new Set(await showAll(2_000))).toEqual(new Set([null]));
	});

	it('splits 20,000 subjects by weight, including those of a 10% sample', async () => {
		const site = await createSite(database.admin);
		const sampled = '00000000-0000-7000-8000-00000000000b';
		await publish(site.id, { trigger, sampling: { rate: 0.1 }, experiment: halves }, sampled);
		const split = await countVariants(sampled);
		// Four standard deviations of a fair draw of 2,000 are 90.
		expect(Math.abs(split['a']! + split['b']! - 2_000)).toBeLessThan(170);
		expect(Math.abs(split['a']! - split['b']!)).toBeLessThan(180);

		const weighted = '00000000-0000-7000-8000-00000000000c';
		await publish(
			site.id,
			{
				trigger,
				experiment: experiment([
					{ key: 'most', weight: 6 },
					{ key: 'some', weight: 3 },
					{ key: 'none', weight: 0 },
					{ key: 'few', weight: 1 },
				]),
			},
			weighted,
		);
		const shares = await countVariants(weighted);
		expect(shares).not.toHaveProperty('none');
		expect(Math.abs(shares['most']! - 12_000)).toBeLessThan(280);
		expect(Math.abs(shares['some']! - 6_000)).toBeLessThan(260);
		expect(Math.abs(shares['few']! - 2_000)).toBeLessThan(170);
	});
});

describe('variants with different timing', () => {
	it('wait for their own delay, and the claim shows the variant', async () => {
		const site = await createSite(database.admin);
		const prompt = await publish(site.id, {
			trigger,
			experiment: experiment([{ key: 'now' }, { key: 'later', timing: { delay_seconds: 30 } }]),
		});
		const seen = new Set<string>();
		for (let index = 0; index < 12; index++) {
			const visit = visitorOf(site.id, index);
			const variant = sample(prompt.id, `wording ${visit.visitor}`) < 0.5 ? 'now' : 'later';
			seen.add(variant);
			const { event, decided } = await report(database.ingest, visit, 'done');
			expect(decided?.reason).toBe(variant === 'now' ? 'displayed' : 'waiting');
			if (variant === 'now') continue;
			expect(decided).toMatchObject({ due: +now + 30 * second });
			const again = await report(database.ingest, visit, 'done', {}, event);
			expect(again.decided).toMatchObject({ reason: 'waiting', due: +now + 30 * second });
			const early = await claimPrompt(database.ingest, later(visit, 29 * second), event.id);
			expect(early.decided.reason).toBe('waiting');
			const due = await claimPrompt(database.ingest, later(visit, 30 * second), event.id);
			expect(due.decided.reason).toBe('displayed');
			expect(await variantsOf(site.id)).toMatchObject({ [visit.visitor]: 'later' });
		}
		expect(seen).toEqual(new Set(['now', 'later']));
	});

	it('require their own minimum age of the session', async () => {
		const site = await createSite(database.admin);
		const prompt = await publish(site.id, {
			trigger,
			timing: { min_session_seconds: 3_600 },
			experiment: experiment([
				{ key: 'soon', timing: { min_session_seconds: 0 } },
				{ key: 'late' },
			]),
		});
		for (let index = 0; index < 12; index++) {
			const visit = visitorOf(site.id, index);
			const isSoon = sample(prompt.id, `wording ${visit.visitor}`) < 0.5;
			expect(await reasonFor(database.ingest, visit, 'done')).toBe(
				isSoon ? 'displayed' : 'session_too_young',
			);
		}
	});
});

describe('the holdout of a site', () => {
	const isHeldOut = (site: string, visit: RequestContext) => sample(site, visit.visitor) < 0.5;
	/** Three visitors in the holdout, and three outside. */
	const visitsTo = (site: string) => {
		const visits = Array.from({ length: 200 }, (_, index) => visitorOf(site, index));
		return [true, false].flatMap((inside) =>
			visits.filter((visit) => isHeldOut(site, visit) === inside).slice(0, 3),
		);
	};

	it('never sees a prompt triggered by an event', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0, holdout: 0.5 } });
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['other'] },
			timing: { delay_seconds: 5 },
			limits: { show: 'always', site_limits: 'ignore' },
		});
		const reasons = new Set<string>();
		for (const visit of visitsTo(site.id)) {
			const expected = isHeldOut(site.id, visit)
				? ['holdout', 'holdout']
				: ['displayed', 'waiting'];
			expect([
				await reasonFor(database.ingest, visit, 'done'),
				await reasonFor(database.ingest, visit, 'other'),
			]).toEqual(expected);
			reasons.add(expected[0]!);
		}
		expect(reasons.size).toBe(2);
		const stored = await database.admin`
			select distinct reason from app.event_details where site_id = ${site.id} and name = 'done' order by 1`;
		expect(stored.map(({ reason }) => reason as string)).toEqual(['holdout', 'displayed']);
	});

	it('stays after sign-in, and applies to events from the backend', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0, holdout: 0.5 } });
		await publishPrompt(database.admin, site.id, { trigger: { ...trigger, source: 'backend' } });
		for (const [index, visit] of visitsTo(site.id).entries()) {
			const account = `account ${index}`;
			await report(database.ingest, visit, 'seen');
			await report(database.ingest, signedIn(visit, account), 'seen');
			await identifyAsBackend(database.ingest, site.id, account, {}, now);
			const { reason } = await reportAsBackend(
				database.ingest,
				site.id,
				account,
				'done',
				{},
				{ now },
			);
			expect(reason).toBe(isHeldOut(site.id, visit) ? 'holdout' : 'waiting');
		}
	});

	it('sees a prompt of show() only if the prompt ignores the limits of the site', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0, holdout: 0.5 } });
		const respects = await publishPrompt(database.admin, site.id, { limits: { show: 'always' } });
		const button = await publishPrompt(database.admin, site.id, {
			limits: { show: 'always', site_limits: 'ignore' },
		});
		const [visit] = visitsTo(site.id) as [RequestContext];
		const shown = async ({ content }: TestPrompt) =>
			(await showPrompt(database.ingest, visit, content.survey_id)).decided.reason;
		expect([await shown(respects), await shown(button)]).toEqual(['holdout', 'displayed']);
	});

	it('is in the explanation of a decision, as is the variant', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 0, holdout: 0.5 } });
		await publishPrompt(database.admin, site.id, { trigger, experiment: halves });
		const explain = async (heldOut: boolean) => {
			const visit = visitsTo(site.id).find((one) => isHeldOut(site.id, one) === heldOut)!;
			const { decided } = await report(
				database.ingest,
				await debugged(database.admin, visit),
				'done',
			);
			const rules = decided?.facts?.[0]?.rules ?? [];
			return rules.filter(({ rule }) => rule === 'holdout' || rule === 'experiment');
		};
		expect(await explain(true)).toEqual([
			{
				rule: 'experiment',
				passed: true,
				text: expect.stringMatching(/^variant [ab] of wording: drawn at 0\.\d{4}$/),
			},
			{
				rule: 'holdout',
				passed: false,
				text: expect.stringMatching(/^in the holdout: 0\.[0-4]\d{3} < 0\.5$/),
			},
		]);
		expect(await explain(false)).toMatchObject([
			{ passed: true },
			{ passed: true, text: expect.stringMatching(/^not in the holdout: 0\.[5-9]\d{3} ≥ 0\.5$/) },
		]);
	});
});

it.each([
	[0.499_999, 0.4999],
	[0.999_999_9, 0.9999],
	[0.000_04, 0],
	[0.5, 0.5],
])('a position of %f is shown as %f: it is truncated, never rounded up', async (at, shown) => {
	const [row] = await database.admin<{ position: number }[]>`
		select app.truncate_position(${at})::float8 as position`;
	expect(row!.position).toBe(shown);
});

it('app.apply_variant agrees with applyVariant of the contract', async () => {
	const content = promptOf({
		thank_you: { title: 'Thanks' },
		timing: { delay_seconds: 5, starts_at: '2026-01-01T00:00:00Z' },
		appearance: { position: 'inline', target: '#here', theme: 'dark' },
		experiment: experiment([
			{ key: 'control' },
			{ key: 'appearance', appearance: { position: 'center', radius: 2 } },
			{ key: 'elsewhere', appearance: { target: '#there' } },
			{ key: 'timing', timing: { min_session_seconds: 9 }, thank_you: { title: 'Cheers' } },
			{
				key: 'words',
				weight: 0,
				questions: [{ id: 'why', type: 'long_text', title: 'Why?' }],
				translations: { de: { questions: { why: { title: 'Warum?' } } } },
			},
		]),
	});
	for (const { key } of content.experiment!.variants) {
		const [row] = await database.admin`
			select app.apply_variant(${database.admin.json(content)}, ${key}) as content`;
		expect(row!['content'], key).toEqual(findVariant(content, key));
	}
});
