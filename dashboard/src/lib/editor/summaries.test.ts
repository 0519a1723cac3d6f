import { examplePrompt, promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { contrast, findLowContrast } from '#lib/appearance/contrast.ts';
import { listTexts } from '#lib/prompt/translation/list-texts.ts';
import {
	measureTranslation,
	readTranslation,
} from '#lib/prompt/translation/measure-translation.ts';

import { nameLanguage } from '#lib/text/name-language.ts';
import { toContent } from '#lib/prompt/prompt-content.ts';

import { changePosition } from './appearance/change-position.ts';
import { changeShow } from './frequency/change-show.ts';
import { describeSiteLimits } from './frequency/describe-site-limits.ts';
import { explainFallback, findLanguageTag, namedLanguages } from './translations/language-name.ts';
import {
	addLanguage,
	copyMissing,
	removeLanguage,
	writeTranslation,
} from './translations/change-translation.ts';
import { fromPercent, toPercent } from './sampling/percent.ts';
import * as summaries from './summaries.ts';
import { fittingUnit } from './timing/duration.ts';
import { checkEventNames } from './trigger/check-event-names.ts';

const example = () => toContent(structuredClone(examplePrompt));

describe('a collapsed section', () => {
	const parts = Object.entries(summaries);

	it.each(parts)('describes its content: %s', (_, summarize) => {
		for (const content of [example(), toContent({})]) {
			expect(summarize(content)).toMatch(/\.$/);
			expect(summarize(content)).not.toMatch(/undefined|NaN|\[object/);
		}
	});

	it.each(parts)('summarizes incomplete input: %s', (_, summarize) => {
		const half = toContent({
			audience: {
				all: [
					{ trait: '', op: 'is' },
					{ trait: 'n', op: 'between', value: ['', 3] },
					{ trait: 'd', op: 'older_than' },
					{ trait: 'd', op: 'one_of', value: [] },
					{ any: [{ event: '', times: 1 }, { prompt: 'x' }, { odd: 1 }, { trait: 'x', op: 'iz' }] },
					{ none: [] },
				],
			},
			trigger: {
				events: [],
				where: { property: 'x', op: 'contains' },
				repeated: {},
				unless: { within_minutes: '' },
			},
			timing: { starts_at: 'soon', delay_seconds: '' },
			limits: { show: 'times', per_group: {} },
			appearance: { position: 'inline' },
			sampling: { rate: '' },
			language: 'x!',
			translations: { de: {} },
		});
		expect(summarize(half)).not.toMatch(/undefined|NaN|\[object/);
	});

	it('has these summaries', () => {
		const content = example();
		expect(
			summaries.summarizeTrigger({
				...content,
				trigger: {
					events: ['started'],
					repeated: { times: 2, within_minutes: 1_440 },
					unless: { events: ['done', 'left'], within_minutes: 90 },
					cancel_events: ['signed.out'],
				},
			}),
		).toBe(
			'After “started”. At least 2 of them within 1 day. Only if “done” or “left” does not follow within 90 minutes. “signed.out” withdraws it while it waits.',
		);
		expect(
			summaries.summarizeFrequency({
				...content,
				priority: 0,
				limits: { per_group: { trait: 'company_id', days: 30 } },
			}),
		).toBe(
			'Once per person. At most one person with the same “company_id” within 30 days. Respects the site’s limits.',
		);
		const ask_later = { choices: [{ days: 1 }, { days: 7, label: 'After the release' }] };
		expect(summaries.summarizeFrequency({ ...content, priority: 0, limits: {}, ask_later })).toBe(
			'Once per person. Respects the site’s limits. Can be postponed by 1 day or 7 days (“After the release”).',
		);
		expect(summaries.summarizeTranslations({ ...content, ask_later })).toMatch(
			/German \(\d+ of \d+ texts\)/,
		);
		const timingAfter = (trigger: object) =>
			summaries.summarizeTiming(toContent({ trigger: { events: ['started'], ...trigger } }));
		expect(timingAfter({})).toBe('Immediately.');
		expect(timingAfter({ source: 'backend' })).toBe(
			'At the next event from a browser of the account.',
		);
		expect(timingAfter({ unless: { events: ['done'], within_minutes: 90 } })).toBe(
			'90 minutes after the event.',
		);
		expect(summaries.summarizeAudience(toContent({}))).toBe('Everyone.');
		expect(summaries.summarizeSampling({ ...content, sampling: { rate: 0.5 } })).toBe(
			'50% of the audience, always the same people.',
		);
		expect(summaries.summarizeTranslations(content)).toBe('English, and German (complete).');
		delete content.translations!['de']!.thank_you;
		expect(summaries.summarizeTranslations(content)).toMatch(/German \(\d+ of \d+ texts\)\.$/);
	});
});

describe('the limits', () => {
	it('restore values when they apply again', () => {
		const limits = { show: 'times' as const, times: 5, again_after_days: 30 };
		const remembered = {};
		changeShow(limits, 'once', remembered);
		expect(limits).toEqual({ show: 'once' });
		changeShow(limits, 'until_answered', remembered);
		expect(limits).toEqual({ show: 'until_answered', again_after_days: 30 });
		changeShow(limits, 'times', remembered);
		expect(limits).toEqual({ show: 'times', times: 5, again_after_days: 30 });
	});

	it('of the site are described', () => {
		expect(
			describeSiteLimits({
				cooldown_days: 7,
				window: { displays: 2, days: 30 },
				per_session: 1,
				holdout: 0,
			}),
		).toBe('7 days between any two prompts, at most 2 within 30 days, at most 1 prompt per visit.');
		expect(describeSiteLimits({ cooldown_days: 0, displays_per_day: 50, holdout: 0 })).toBe(
			'At most 50 displays a day in total.',
		);
		expect(describeSiteLimits({ cooldown_days: 0, holdout: 0.05 })).toBe(
			'5% of people are never asked.',
		);
		expect(describeSiteLimits({ cooldown_days: 0, holdout: 0 })).toMatch(/no limits/);
	});
});

describe('the appearance', () => {
	it('warns of low contrast', () => {
		expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
		expect(findLowContrast('#facc15', 'auto')).toEqual([{ ground: 'light', ratio: 1.5 }]);
		expect(findLowContrast('#101010', 'auto').map(({ ground }) => ground)).toEqual(['dark']);
		expect(findLowContrast('#4f46e5', 'light')).toEqual([]);
		expect(findLowContrast('#ff', 'auto')).toEqual([]);
	});

	it('restores the container element with the inline position', () => {
		const appearance = { position: 'inline' as const, target: '#here' };
		const remembered = {};
		changePosition(appearance, undefined, remembered);
		expect(appearance).toEqual({});
		changePosition(appearance, 'inline', remembered);
		expect(appearance).toEqual({ position: 'inline', target: '#here' });
	});
});

describe('a translation', () => {
	it('is complete when every text is translated', () => {
		const content = example();
		addLanguage(content, 'fr');
		expect(measureTranslation(content, 'fr').done).toBe(0);
		const { all } = measureTranslation(content, 'fr');
		expect(copyMissing(content, 'fr')).toBe(all);
		expect(measureTranslation(content, 'fr')).toEqual({ all, done: all, same: all });
		expect(promptSchema.safeParse(content).success).toBe(true);
	});

	it('covers every text, and each can be removed without a trace', () => {
		const content = example();
		addLanguage(content, 'fr');
		for (const { path, source } of listTexts(content)) {
			writeTranslation(content, 'fr', path, `${source}!`);
			expect(readTranslation(content, 'fr', path)).toBe(`${source}!`);
			writeTranslation(content, 'fr', path, '');
		}
		expect(content.translations!['fr']).toEqual({ questions: {} });
		removeLanguage(content, 'fr');
		removeLanguage(content, 'de');
		expect(content).not.toHaveProperty('translations');
	});

	it('has a language name', () => {
		expect(nameLanguage('de-AT')).toBe('German (Austria)');
		expect(nameLanguage('not a tag')).toBe('not a tag');
	});

	it('has a language that is found by its name or its tag', () => {
		for (const { name, tag } of namedLanguages) {
			expect(name).not.toBe(tag);
			expect([name, name.toUpperCase(), ` ${tag} `].map(findLanguageTag)).toEqual([tag, tag, tag]);
		}
		expect(findLanguageTag('gsw')).toBe('gsw');
	});

	it('is announced only if it is complete', () => {
		const language = (tag: string, done: number) => ({ tag, done, all: 17 });
		expect(explainFallback('en', [])).toBe('Everyone sees English.');
		expect(explainFallback('en', [language('de', 17)])).toBe(
			'Visitors who read German see German; everyone else sees English.',
		);
		expect(explainFallback('en', [language('de', 0)])).toBe(
			'Everyone sees English. German has no texts yet.',
		);
		expect(explainFallback('en', [language('de', 17), language('fr', 3), language('ja', 0)])).toBe(
			'Visitors who read German and French see their language; everyone else sees English. ' +
				'French lacks 14 of 17 texts, which are shown in English. Japanese has no texts yet.',
		);
	});
});

describe('a share', () => {
	it.each([0, 0.001, 0.07, 0.125, 0.29, 0.57, 1])(
		'of %d survives the conversion to percent',
		(rate) => {
			expect(fromPercent(toPercent(rate) as number)).toBe(rate);
		},
	);
});

it('a duration is shown in the largest unit that fits', () => {
	expect([0, 1, 60, 90, 5_400, 7_200, 'x'].map((seconds) => fittingUnit(seconds))).toEqual([
		1, 1, 60, 1, 60, 3_600, 1,
	]);
	expect([0, 60, 7_200, 172_800].map((seconds) => fittingUnit(seconds, 60))).toEqual([
		60, 60, 3_600, 86_400,
	]);
});

describe('a name in a trigger', () => {
	const seen = [
		{ name: 'report.exported', events: 12 },
		{ name: 'report.deleted', events: 0 },
	].map((one) => ({
		...one,
		state: 'seen' as const,
		first_seen_at: null,
		last_seen_at: null,
		by_day: [],
	}));

	it('that is unknown is shown with the closest known name', () => {
		expect(
			checkEventNames(['report.exported', 'report.exportd', 'other', 'report.deleted'], seen),
		).toEqual([
			{ name: 'report.exported', events: 12 },
			{ name: 'report.exportd', events: 0 },
			{ name: 'other', events: 0 },
			{ name: 'report.deleted', events: 0 },
		]);
		expect(checkEventNames(['report.exportd'], seen)[0]!.meant).toBe('report.exported');
		expect(checkEventNames(['x'], undefined)).toEqual([{ name: 'x', events: undefined }]);
	});
});
