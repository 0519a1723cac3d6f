// Rules with which nobody could ever see a prompt, or that contradict each other, are refused with the field, and
// nothing is written.
import { promptSchema, type PromptInput, type SiteSettings } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { contentOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();

const countRevisions = async () => {
	const [row] = await at.sites.sql<{ revisions: number }[]>`
		select count(*)::int as revisions from app.revisions where site_id = ${at.site.id}`;
	return row!.revisions;
};

describe('a prompt', () => {
	const refused: [string, Partial<PromptInput>, string, RegExp][] = [
		[
			'whose variants all have the weight zero',
			{
				experiment: {
					key: 'words',
					variants: [
						{ key: 'a', weight: 0 },
						{ key: 'b', weight: 0 },
					],
				},
			},
			'content.experiment.variants.0.weight',
			/must be at least 1 in one of the variants/,
		],
		[
			'with a budget of nothing',
			{ budget: { displays: 0 } },
			'content.budget.displays',
			/at least 1/,
		],
		['with an empty budget', { budget: {} }, 'content.budget', /needs at least one of displays/],
		[
			'with more displays in a day than in all',
			{ budget: { displays: 5, period: { every: 'day', displays: 6 } } },
			'content.budget.period.displays',
			/must be at most budget\.displays, 5/,
		],
	];

	it.each(refused)('%s is refused, when it is created and when it is saved', async (...row) => {
		const [, given, field, message] = row;
		const { site } = at;
		const valid = promptSchema.parse(contentOf('valid'));
		const { body } = await at.manage.ask(at.owner, 'createPrompt', {
			site: site.id,
			content: valid,
		});
		const before = await countRevisions();
		const content = { ...contentOf('refused'), ...given };
		for (const { status, error } of [
			await at.manage.ask(at.owner, 'createPrompt', { site: site.id, content } as never),
			await at.manage.ask(at.owner, 'saveRevision', {
				site: site.id,
				prompt: body.id,
				content: { ...content, survey_id: 'valid' },
			} as never),
		]) {
			expect([status, error]).toMatchObject([
				422,
				{ code: 'invalid_prompt', field, message: expect.stringMatching(message) },
			]);
		}
		expect(await countRevisions()).toBe(before);
	});
});

describe('the settings of a site', () => {
	const refused: [Partial<SiteSettings['limits']>, string][] = [
		[{ holdout: 1 }, 'limits.holdout'],
		[{ holdout: -0.1 }, 'limits.holdout'],
		[{ displays_per_day: 0 }, 'limits.displays_per_day'],
	];

	it.each(refused)('cannot be %j', async (limits, field) => {
		const { status, error } = await at.manage.ask(at.owner, 'updateSettings', {
			site: at.site.id,
			capture: 'registered',
			limits: { cooldown_days: 0, holdout: 0, ...limits },
		});
		expect([status, error]).toMatchObject([400, { code: 'invalid_request', field }]);
		expect(error.message).toMatch(/must be at (most 0\.5|least [01])/);
		const [row] = await at.sites.sql<{ settings: { capture?: string } }[]>`
			select settings from app.sites where id = ${at.site.id}`;
		expect(row!.settings.capture).not.toBe('registered');
	});
});
