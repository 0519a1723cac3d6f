import { describe, expect, it } from 'vitest';

import { launcherSchema, newLauncherSchema } from './launcher.ts';
import { isSelector } from './selector.ts';

describe('a CSS selector', () => {
	it.each([
		'#help',
		'.nav .help-link',
		'nav > a[href="/help"]',
		'[data-feedback]',
		'a[href$=".pdf" i], button',
		'header:not(.small, :is(.a, [b=c])) ~ *',
		'li:nth-child(2n + 1)::before',
		String.raw`#\31 st`,
		'main svg|a',
	])('is accepted: %s', (text) => {
		expect(isSelector(text)).toBe(true);
	});

	it.each([
		'',
		'#',
		'#1st',
		'nav >',
		'> nav',
		'a,,b',
		'a,',
		'[data-feedback',
		'a[href="x]',
		'a:not(',
		'a {}',
		'<button>',
		'5px',
		'.a..b',
	])('is refused: %s', (text) => {
		expect(isSelector(text)).toBe(false);
	});

	it('that is none can be read from a stored launcher, but not be set', () => {
		const stored = { survey_id: 'bug', position: 'inline', target: '#' } as const;
		expect(launcherSchema.parse(stored)).toEqual(stored);
		const { error } = newLauncherSchema.safeParse(stored);
		expect(error!.issues.map(({ path, message }) => [path, message])).toEqual([
			[['target'], 'must be a CSS selector such as "#help"'],
		]);
	});
});
