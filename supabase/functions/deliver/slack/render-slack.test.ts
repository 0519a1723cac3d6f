import { expect, it } from 'vitest';

import type { MessageText } from '../../_shared/messages/message-text.ts';
import { renderSlack } from './render-slack.ts';

const message = (given: Partial<MessageText> = {}): MessageText => ({
	title: 'After the first report',
	answers: [{ question: 'Why?', answer: 'Fast', isWords: true }],
	facts: ['ada'],
	links: [{ label: 'Open the response', url: 'https://feedback.example.com/sites/1' }],
	...given,
});

const textsOf = (given: Partial<MessageText>) =>
	renderSlack(message(given)).blocks.map((block) =>
		block.type === 'context' ? block.elements[0].text : block.text.text,
	);

it('cannot be made to mention people or to link elsewhere', () => {
	const hostile = '<!channel> <@U123> <https://evil.example|Open> &lt;!here&gt;';
	const texts = textsOf({
		title: 'Prompt',
		answers: [{ question: hostile, answer: hostile, isWords: true }],
		facts: [hostile],
		links: [],
	});
	for (const text of texts.slice(1)) expect(text).not.toMatch(/<|>(?! )/);
	const { text } = renderSlack(message({ title: hostile }));
	expect(text).not.toMatch(/[<>]/);
});

it('quotes every line of an answer', () => {
	const answer = 'one\ntwo\r\n*Approved*\u2028three';
	const [, quoted] = textsOf({ answers: [{ question: 'Why?', answer, isWords: true }] });
	expect(quoted).toBe('*Why?*\n> one\n> two\n> *Approved*\n> three');
});

it('stays within the limits of Slack, and retains its links', () => {
	const long = '&'.repeat(10_000);
	const answers = Array.from({ length: 80 }, (_, at) => ({
		question: `${at} ${long}`,
		answer: `${long}\n`.repeat(3),
		isWords: at % 2 === 0,
	}));
	const slack = renderSlack(message({ title: long, answers, facts: Array(30).fill(long) }));
	expect(slack.blocks.length).toBeLessThanOrEqual(50);
	expect(JSON.stringify(slack.blocks).length).toBeLessThan(13_000);
	for (const block of slack.blocks) {
		if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
		if (block.type === 'section') expect(block.text.text.length).toBeLessThanOrEqual(3_000);
		if (block.type === 'context') expect(block.elements[0].text.length).toBeLessThanOrEqual(2_000);
	}
	expect(JSON.stringify(slack.blocks.at(-1))).toContain('|Open the response>');
	expect(JSON.stringify(slack.blocks.at(-3))).toMatch(/\d+ more answers/);
});

it('never cuts an escaped character', () => {
	const answer = '&'.repeat(399) + 'x'.repeat(5_000);
	const [, text] = textsOf({ answers: [{ question: 'Why?', answer, isWords: false }] });
	expect(text!.replaceAll('&amp;', '')).not.toContain('&');
	expect(text).toMatch(/…$/);
});

it('never cuts a character of two code units', () => {
	for (const title of ['🦊'.repeat(100), `x${'🦊'.repeat(100)}`]) {
		expect(textsOf({ title })[0]).toMatch(/^x?(🦊)+…$/u);
	}
});

it('shows many short answers up to the number of blocks', () => {
	const answers = Array.from({ length: 60 }, () => ({
		question: 'Q',
		answer: 'A',
		isWords: false,
	}));
	const { blocks } = renderSlack(message({ answers }));
	expect(blocks).toHaveLength(50);
	expect(JSON.stringify(blocks)).toContain('14 more answers');
});
