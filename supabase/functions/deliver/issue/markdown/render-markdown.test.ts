import { limits } from '@feedback/contract';
import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';

import type { MessageText } from '../../../_shared/messages/message-text.ts';
import { breakReferences, writeIssueTitle } from '../issue-title.ts';
import { renderMarkdown } from './render-markdown.ts';

type Node = { type: string; value?: string; url?: string; children?: Node[] };

const parser = unified().use(remarkParse).use(remarkGfm);
const url = 'https://feedback.example.com/sites/1/responses?response=2';

/** A message in which every text is hostile. */
const hostile = (text: string): MessageText => ({
	title: 'Prompt',
	note: text,
	answers: [
		{ question: text, answer: text, isWords: true },
		{ question: text, answer: `${text}\n${text}`, isWords: true, url },
	],
	facts: [text, text],
	links: [{ label: 'Open the response', url }],
});

/** What a reader of GitHub sees of it besides code: types of nodes, texts outside code, and targets of links. */
function listActive(markdown: string): string[] {
	const found: string[] = [];
	const walk = ({ type, value, url: target, children = [] }: Node) => {
		if (type === 'text') found.push(value!.trim());
		else if (type === 'link') found.push(target!);
		else if (!['root', 'paragraph', 'code', 'inlineCode'].includes(type)) found.push(type);
		children.forEach(walk);
	};
	walk(parser.parse(markdown) as Node);
	return found;
}

const known = new Set(['', '·', 'Open', 'Open the response', url]);

it.each([
	'@ada @acme/team, fixes #1, closes acme/app#2, GH-3',
	'![x](https://evil.example/x.png) [y](https://evil.example) <img src=x>',
	'https://evil.example www.evil.example ada@evil.example',
	'```\n@ada\n```',
	'`` ` @ada',
	'~~~\n# Title\n- [ ] task\n| a | b |\n|---|---|',
	'\n\n    @ada\n> quote\n<!-- feedback marker -->\n---',
	'x\u2028```\u2029@ada\r```\v@ada\u0085```',
	'```'.repeat(30),
	'`',
])('what visitors write takes no effect: %j', (text) => {
	for (const found of listActive(renderMarkdown(hostile(text)))) expect(known).toContain(found);
});

it('no text takes effect, whatever it contains', () => {
	const parts = [
		'`',
		'``',
		'```',
		'~~~',
		'\n',
		'\r',
		' ',
		'@ada',
		'#1',
		'<!--',
		'-->',
		'<b>',
		'\\',
	];
	const words = [
		'![a](b)',
		'https://evil.example',
		'\u2028',
		'\u0000',
		'\t',
		'    ',
		'|',
		'*',
		'_',
	];
	const texts = fc.array(fc.constantFrom(...parts, ...words), { maxLength: 20 });
	fc.assert(
		fc.property(texts, (all) => {
			for (const found of listActive(renderMarkdown(hostile(all.join(''))))) {
				expect(known).toContain(found);
			}
		}),
	);
});

it('keeps every word of an answer, and wraps long lines', () => {
	const answer = `${'word '.repeat(60).trim()}\n\n${'x'.repeat(300)}`;
	const body = renderMarkdown({
		...hostile(''),
		answers: [{ question: 'Why?', answer, isWords: true }],
	});
	expect(body.match(/word/g)).toHaveLength(60);
	expect(body).toContain('x'.repeat(300));
	for (const line of body.split('\n')) {
		if (line.startsWith('word')) expect(line.length).toBeLessThanOrEqual(100);
	}
});

it('says how many answers did not fit', () => {
	const answers = Array.from({ length: 20 }, () => ({
		question: 'Why?',
		answer: 'w'.repeat(9_000),
		isWords: true,
	}));
	const body = renderMarkdown({ ...hostile(''), answers });
	expect(body.length).toBeLessThan(limits.delivery.issueAnswers + 5_000);
	expect(body).toMatch(/_\d+ more answers_/);
	expect(body).toContain(`[Open the response](<${url}>)`);
});

it('a title has one line, fits, and refers to nobody', () => {
	const answers = [
		{ question: 'Why?', answer: `@ada\nfixes #12 ${'w'.repeat(500)}`, isWords: true },
	];
	const title = writeIssueTitle({ ...hostile(''), title: 'Prompt', answers }, 'response.closed');
	expect(title).toMatch(/^Prompt: @\u2060ada fixes #\u206012 w+…$/);
	const long = writeIssueTitle(
		{ ...hostile(''), title: 'w'.repeat(400), answers: [] },
		'selection',
	);
	expect(Array.from(long)).toHaveLength(limits.delivery.issueTitle);
	expect(breakReferences('C# and @ home')).toBe('C# and @ home');
});
