import { describe, expect, it } from 'vitest';

import { answerContextSchema, selectAnswerContext } from './answer-context.ts';
import { limits } from './limits.ts';

const full = {
	referrer: 'news.example.com:8443',
	utm_source: 'newsletter',
	utm_campaign: 'Frühling 🌷',
	viewport_width: 390,
	viewport_height: 844,
	app_version: '2026.11.3+build.7',
};

describe('the context of an answer', () => {
	it('is taken as it is given', () => {
		expect(answerContextSchema.parse(full)).toEqual(full);
	});

	it.each([
		['no object', 'example.com'],
		['a list', ['example.com']],
		['an address as the referrer', { referrer: 'https://example.com/reset?token=1' }],
		['a path after the host', { referrer: 'example.com/secret' }],
		['a user before the host', { referrer: 'ada@example.com' }],
		['a query after the host', { referrer: 'example.com?q=1' }],
		['an empty text', { utm_source: '' }],
		['a long text', { utm_source: 'x'.repeat(limits.answer.contextText + 1) }],
		['a control character', { app_version: '1\u0000' }],
		['a character that turns text around', { app_version: 'pay\u202eeno' }],
		['half a character', { utm_term: '\ud83d' }],
		['a number for a text', { app_version: 12 }],
		['a text for a number', { viewport_width: '390' }],
		['a size that no window has', { viewport_width: 1e9, viewport_height: -1 }],
		['a part of a pixel', { viewport_width: 390.5 }],
		['an unknown name', { path: '/secret', constructor: 'x', __proto__: 'x' }],
	])('leaves out %s, and never refuses the answer', (_, given) => {
		expect(answerContextSchema.parse(given)).toEqual({});
	});

	it('keeps the rest when one part cannot be used', () => {
		const given = { ...full, referrer: 'javascript:alert(1)' };
		const { referrer: _, ...rest } = full;
		expect(answerContextSchema.parse(given)).toEqual(rest);
	});

	it('is stored only as far as the site wants it', () => {
		expect(selectAnswerContext(full, [])).toBeUndefined();
		expect(selectAnswerContext(undefined, ['utm'])).toBeUndefined();
		expect(selectAnswerContext(full, ['utm', 'app_version'])).toEqual({
			utm_source: full.utm_source,
			utm_campaign: full.utm_campaign,
			app_version: full.app_version,
		});
	});
});
