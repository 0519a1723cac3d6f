import { describe, expect, it } from 'vitest';

import { correct } from './correct.ts';
import { buildIndex, openIndex } from './mod.ts';
import { findPassage } from './passage.ts';
import { readSearchWords } from './read-search-words.ts';
import type { Section } from './section.ts';
import { terms } from './terms.ts';

const section = (path: string, heading: string, text: string): Section => ({
	title: 'Page',
	heading,
	trail: '',
	aliases: '',
	text,
	code: '',
	path,
	package: 'feedback',
	version: '0.4',
});

describe('terms', () => {
	it.each([
		['displayed displays displaying', ['displai', 'displai', 'displai']],
		['the eventProof option', ['eventproof', 'event', 'prove', 'option']],
		['x-markdown-tokens', ['x-markdown-tokens', 'x', 'markdown', 'token']],
		['report.exported.', ['report.exported', 'report', 'export']],
		["doesn't the app’s own", ['app']],
		['users who are logged in', ['user', 'sign-in', 'sign']],
		['log out, then sign up', ['sign-out', 'sign', 'sign-up', 'sign']],
		['logged in the console', ['log', 'consol']],
		['kept keeps', ['keep', 'keep']],
		['delivery was delivered', ['deliv', 'deliv']],
		['decisions decide', ['decid', 'decid']],
		['notify, notification', ['notif', 'notif']],
		['colour behaviours customise', ['color', 'behavior', 'custom']],
		['might', []],
		['appearances appear', ['appearance', 'appear']],
		['personal data of a person', ['personal', 'data', 'person']],
		['HTTPStatus APIs', ['httpstatus', 'http', 'statu', 'api']],
		['', []],
	])('of %j', (text, expected) => {
		expect(terms(text)).toEqual(expected);
	});
});

describe('correction', () => {
	const vocabulary = ['event', 'retent', 'trait', 'debug', 'wizard', 'web', 'retri'];

	it.each([
		['evnt', ['event']],
		['retenton', ['retent']],
		['trati', ['trait']],
		['debgu', ['debug']],
		['wiz', ['wizard']],
		['webx', ['web']],
		['zz', []],
		['nothinglikeit', []],
		['ebug', []],
		['edbug', ['debug']],
		['retry1', []],
	])('of %s', (term, expected) => {
		expect(correct(term, vocabulary)).toEqual(expected);
	});
});

describe('a passage', () => {
	const long = `${'First words say little. '.repeat(20)}The retention of events is thirty days. ${'Last words too. '.repeat(20)}`;

	it('contains the searched words, cut between words', () => {
		const passage = findPassage(long, new Set(['retent', 'thirti']));
		expect(passage).toContain('The retention of events is thirty days.');
		expect(passage).toMatch(/^… \S/);
		expect(passage).toMatch(/\S …$/);
		expect(passage.length).toBeLessThan(250);
		const inner = passage.replace(/^… | …$/g, '');
		expect(long.split(/\s+/)).toEqual(expect.arrayContaining(inner.split(/\s+/)));
	});

	it('is the whole text when that is short', () => {
		expect(findPassage('  Short\n text. ', new Set())).toBe('Short text.');
	});

	it('starts with the text if nothing was found, and extends to a nearby end', () => {
		expect(findPassage(long, new Set())).toMatch(/^First .* …$/);
		expect(findPassage(`${long}zebra.`, new Set(['zebra']))).toMatch(/^… .*zebra\.$/);
	});
});

describe('the search', () => {
	const search = openIndex(
		JSON.parse(
			JSON.stringify(
				buildIndex([
					section('/page/#a', 'Retention', 'Events are kept for 30 days.'),
					section('/page/#b', 'Prompts', 'A prompt asks a visitor. Events come before.'),
					section('/page/#c', 'Sign-out', 'Call reset on sign-out.'),
					section('/page/#d', 'Experiments', 'Compare variants.'),
				]),
			),
		) as ReturnType<typeof buildIndex>,
	);
	const first = (query: string) => search(query, 5, 'https://docs.example.com').results[0]?.url;

	it('puts the base before the paths', () => {
		expect(first('retention')).toBe('https://docs.example.com/page/#a');
	});

	it.each([
		['how long are events kept', '/page/#a'],
		['retenton', '/page/#a'],
		['experimnt', '/page/#d'],
		['survey for users', '/page/#b'],
		['logout', '/page/#c'],
		['retentionevents', '/page/#a'],
	])('answers %j', (query, path) => {
		expect(first(query)).toBe(`https://docs.example.com${path}`);
	});

	it('finds a compound however it is written', () => {
		const pages = openIndex(
			buildIndex([
				section('/page/#a', 'Frontend', 'A frontend reports events.'),
				section('/page/#b', 'Dark mode', 'A prompt may be dark.'),
				section('/page/#c', 'The front of a page', 'Modes of a page.'),
			]),
		);
		const found = (query: string) => pages(query, 1, '').results[0]?.url;
		expect(found('front end')).toBe('/page/#a');
		expect(found('front-end')).toBe('/page/#a');
		expect(found('darkmode')).toBe('/page/#b');
	});

	it('prefers, of two equal sections, the one whose page covers the subject elsewhere too', () => {
		const pages = openIndex(
			buildIndex([
				section('/one/#a', 'Retries', 'A webhook is retried.'),
				section('/one/#b', 'Colours', 'A prompt has colours.'),
				section('/two/#a', 'Retries', 'A webhook is retried.'),
				section('/two/#b', 'Secrets', 'A webhook has a secret.'),
			]),
		);
		expect(pages('retries of a webhook', 1, '').results[0]?.url).toBe('/two/#a');
	});

	it('prefers, of two sections with the words of a question, the one with the words in one phrase', () => {
		const aliases = [
			'wildcard certificate, self signed, chain of proxies',
			'self signed certificate in chain, wildcard proxies',
		];
		const pages = openIndex(
			buildIndex([
				{ ...section('/one/#a', 'Proxies', 'Behind a proxy.'), aliases: aliases[0]! },
				{ ...section('/two/#a', 'Database', 'Behind a proxy.'), aliases: aliases[1]! },
				section('/page/#b', 'Prompts', 'A prompt asks a visitor.'),
			]),
		);
		const found = pages('error: self-signed certificate in certificate chain', 1, '');
		expect(found.results[0]?.url).toBe('/two/#a');
	});

	it('finds the top of a page for one word, and a section for several', () => {
		const pages = openIndex(
			buildIndex([
				section('/page/#a', 'Retries of a webhook', 'A webhook is retried.'),
				section('/page/#_top', 'Webhooks that are sent', 'A webhook is a request to your server.'),
				section('/other/#_top', 'Colours', 'A prompt has colours.'),
			]),
		);
		expect(pages('webhook', 1, '').results[0]?.url).toBe('/page/#_top');
		expect(pages('webhook retries', 1, '').results[0]?.url).toBe('/page/#a');
	});

	it('finds the explanation of a name, or the list of names if the question asks for it', () => {
		const pages = openIndex(
			buildIndex([
				section('/api/prompts/#pause', 'Pause a prompt', 'Pauses a prompt.'),
				section(
					'/prompts/#pause',
					'Pause a prompt for a while',
					'While it is paused, it is not displayed.',
				),
				section('/agents/commands/#pause', 'Pause a prompt', 'Pauses a prompt: a command.'),
			]),
		);
		const found = (query: string) => pages(query, 1, '').results[0]?.url;
		expect(found('pause a prompt')).toBe('/prompts/#pause');
		expect(found('curl to pause a prompt')).toBe('/api/prompts/#pause');
		expect(found('cli to pause a prompt')).toBe('/agents/commands/#pause');
	});

	it.each([
		['feedback why', '/agents/commands/questions/#feedback-why'],
		['$ npx  feedback why <event_uuid>', '/agents/commands/questions/#feedback-why'],
		['feedback why is nothing shown', '/page/#why'],
		['POST /sites/{site}/prompts/{prompt}/pause', '/api/prompts/#pause'],
		['post https://example.com/manage/sites/7/prompts/8/pause?x=1', '/api/prompts/#pause'],
		['POST /sites/7/prompts', '/api/prompts/#create'],
		['Questions & answers', '/page/questions/#_top'],
		['questions', '/page/questions/#_top'],
	])('finds what the name %j refers to', (query, path) => {
		const named = openIndex(
			buildIndex([
				section('/page/#why', 'Why nothing is shown', 'Pause and create questions of prompts.'),
				section('/agents/commands/#_top', 'All commands', 'A list.'),
				section('/agents/commands/questions/#feedback-why', 'feedback why', 'Explains a decision.'),
				section(
					'/api/prompts/#pause',
					'Pause',
					'POST /sites/{site}/prompts/{prompt}/pause Pauses it.',
				),
				section('/api/prompts/#create', 'Create', 'POST /sites/{site}/prompts Creates it.'),
				{
					...section('/page/questions/#_top', 'Questions and answers', 'An example.'),
					title: 'Questions & answers',
				},
			]),
		);
		expect(named(query, 3, '').results.map(({ url }) => url)[0]).toBe(path);
	});

	it('finds nothing for words without meaning', () => {
		const nothing = { results: [], corrections: {} };
		expect(search('the of and', 5, '')).toEqual(nothing);
		expect(search('', 5, '')).toEqual(nothing);
	});

	it('returns what it searched instead of a word that no page contains', () => {
		expect(search('retenton', 5, '').corrections).toEqual({ retenton: 'retention' });
		expect(search('retention', 5, '').corrections).toEqual({});
	});
});

describe('words for the search', () => {
	it('belong to the heading above them, and to the page before the first one', () => {
		const source = [
			'---\ntitle: Page\n---',
			'{/* search: whole page */}',
			'## The `show` [method](/sdk/)',
			'{/* search: one, two */}\n{/* search: three */}',
			'```sh\n# A comment\n```',
			'{/* search: four */}',
			'### A component follows',
			'{/* search #busy: five */}\n{/* Another comment. */}',
		].join('\n\n');
		expect(Object.fromEntries(readSearchWords(source))).toEqual({
			_top: 'whole page',
			'the-show-method': 'one, two, three, four',
			busy: 'five',
		});
	});
});
