import type { MessageText } from '../../../_shared/messages/message-text.ts';
import { fitAnswers } from '../fit-answers.ts';

// https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
type Mark = { type: 'strong' } | { type: 'link'; attrs: { href: string } };
type TextNode = { type: 'text'; text: string; marks?: Mark[] };
type Paragraph = { type: 'paragraph'; content: TextNode[] };
type Block = Paragraph | { type: 'blockquote'; content: Paragraph[] };

/** A document in the Atlassian Document Format. */
export type AdfDocument = { type: 'doc'; version: 1; content: Block[] };

/** Renders a message for Jira. Texts are text nodes, in which nothing is a mention, a link or an image. */
export function renderAdf({ note = '', answers, facts, links }: MessageText): AdfDocument {
	const { shown, left } = fitAnswers(answers);
	return {
		type: 'doc',
		version: 1,
		content: [
			...(note.trim() === '' ? [] : splitLines(note)),
			...shown.flatMap(({ question, answer, url }): Block[] => [
				paragraph(
					text(question, { type: 'strong' }),
					...(url === undefined ? [] : [text('  '), link('Open', url)]),
				),
				...(answer.trim() === ''
					? []
					: [{ type: 'blockquote' as const, content: splitLines(answer) }]),
			]),
			...(left === 0 ? [] : [paragraph(text(`${left} more ${left === 1 ? 'answer' : 'answers'}`))]),
			...(facts.length === 0 ? [] : [paragraph(text(facts.join(' · ')))]),
			...(links.length === 0
				? []
				: [
						paragraph(
							...links.flatMap(({ label, url }, at) => [
								...(at === 0 ? [] : [text(' · ')]),
								link(label, url),
							]),
						),
					]),
		],
	};
}

function splitLines(lines: string): Paragraph[] {
	return lines
		.trim()
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.map((line) => paragraph(text(line)));
}

/** An empty text node is invalid. */
function paragraph(...content: TextNode[]): Paragraph {
	return { type: 'paragraph', content: content.filter((node) => node.text !== '') };
}

function text(words: string, ...marks: Mark[]): TextNode {
	const visible = words.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
	return { type: 'text', text: visible, ...(marks.length > 0 && { marks }) };
}

function link(label: string, url: string): TextNode {
	return text(label, { type: 'link', attrs: { href: new URL(url).href } });
}
