// Checks the statements of the documentation against the contract, the commands and the schemas.
import { readFile } from 'node:fs/promises';

import { examplePrompt, promptSchema, siteSettingsSchema } from '@feedback/contract';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import {
	findDashedFlags,
	findDashedFlagsInMarkdown,
	findLiteralBackticks,
} from './honesty/find-broken-typography.ts';
import { findLooseNumbers, findStaleNumbers } from './honesty/find-loose-numbers.ts';
import { findUnknownCodes } from './honesty/find-unknown-codes.ts';
import { findUnknownFlags } from './honesty/find-unknown-flags.ts';
import { findWrongOptions, findWrongRequirements } from './honesty/find-wrong-requirements.ts';
import { heldNumbers } from './honesty/held-numbers.ts';
import { readKnownNames } from './honesty/known-names.ts';
import { readBuiltPages, type Page } from './honesty/pages.ts';
import { readPrograms } from './honesty/read-programs.ts';

const root = new URL('../../', import.meta.url);
let pages: Page[];
beforeAll(async () => {
	pages = await readBuiltPages(inject('builtSite'));
});

/** Errors of every page, each with its page. */
const findAll = (find: (page: Page) => string[]) =>
	pages.flatMap((page) => find(page).map((issue) => `${page.path}: ${issue}`));
const pageOf = (path: string) => pages.find((page) => page.path === path)!;

describe('every page', () => {
	it('names codes, fields and values that exist', async () => {
		const known = await readKnownNames();
		expect(findAll(({ markdown }) => findUnknownCodes(markdown, known))).toEqual([]);
	});

	it('names flags that the command has', async () => {
		const programs = await readPrograms();
		expect(findAll(({ markdown }) => findUnknownFlags(markdown, programs))).toEqual([]);
	});

	it('takes the numbers of limits from the contract', () => {
		// Figures are measured, and have a separate test; the pages of commands are generated from the commands.
		const isOther = (path: string) =>
			path === 'start/figures' || path.startsWith('agents/commands');
		const find = (page: Page) => (isOther(page.path) ? [] : findLooseNumbers(page, heldNumbers));
		expect(findAll(find)).toEqual([]);
	});

	it('has flags with two hyphens, in HTML and in Markdown', () => {
		expect(findAll(({ prose }) => prose.flatMap(findDashedFlags))).toEqual([]);
		expect(findAll(({ markdown }) => findDashedFlagsInMarkdown(markdown))).toEqual([]);
	});

	it('formats code as code', () => {
		expect(findAll(({ prose }) => findLiteralBackticks(prose))).toEqual([]);
	});
});

describe('a number that is not a limit of the contract', () => {
	it('is still stated by its page', () => {
		expect(findStaleNumbers(pages, heldNumbers)).toEqual([]);
	});

	it.each(
		heldNumbers.flatMap(({ page, text, source }) => (source ? [{ page, text, source }] : [])),
	)('matches the code: $page, $text', async ({ source }) => {
		expect(await readFile(new URL(source.file, root), 'utf8')).toContain(source.text);
	});
});

describe('the tables of fields', () => {
	it('state what the prompt file requires', () => {
		const complete = promptSchema.parse({
			...examplePrompt,
			thank_you: { title: 'Thanks', text: 'Bye' },
			ask_later: { label: 'Later', choices: [{ days: 1, label: 'Tomorrow' }] },
			button_labels: { next: 'On', skip: 'Later', send: 'Go', back: 'Before', close: 'Away' },
			trigger: {
				...examplePrompt.trigger,
				source: 'backend',
				cancel_events: ['left'],
				repeated: { times: 2, within_minutes: 60 },
				unless: { events: ['done'], within_minutes: 60 },
			},
			timing: {
				delay_seconds: 0,
				min_session_seconds: 0,
				wait_hours: 48,
				starts_at: '2026-01-01T00:00:00Z',
				ends_at: '2026-02-01T00:00:00Z',
			},
			limits: {
				show: 'times',
				times: 2,
				again_after_days: 3,
				site_limits: 'ignore',
				per_group: { trait: 'company', days: 30 },
			},
			appearance: {
				theme: 'dark',
				accent: '#112233',
				radius: 4,
				font: 'inherit',
				position: 'inline',
				target: '#here',
			},
			budget: {
				displays: 9,
				responses: 5,
				count: 'final',
				period: { every: 'day', displays: 2, paced: true },
			},
			experiment: { key: 'words', variants: [{ key: 'control' }, { key: 'short' }] },
		});
		const { markdown } = pageOf('reference/prompt-file');
		expect(findWrongRequirements(markdown, promptSchema, complete)).toEqual([]);
	});

	it('state what the settings of a site require', () => {
		const complete = siteSettingsSchema.parse({
			limits: {
				cooldown_days: 7,
				window: { displays: 3, days: 30 },
				per_session: 1,
				displays_per_day: 9,
			},
			appearance: {
				theme: 'dark',
				accent: '#112233',
				radius: 4,
				font: 'inherit',
				position: 'center',
			},
			launcher: {
				survey_id: 'ideas',
				position: 'inline',
				target: '#help',
				label: 'Ideas',
				translations: { de: 'Ideen' },
			},
		});
		const { markdown } = pageOf('reference/site-settings');
		expect(findWrongRequirements(markdown, siteSettingsSchema, complete)).toEqual([]);
	});

	it('state which options of the SDK are required', async () => {
		const source = await readFile(new URL('sdk/src/feedback-options.ts', root), 'utf8');
		expect(findWrongOptions(pageOf('sdk/options').markdown, source)).toEqual([]);
	});
});
