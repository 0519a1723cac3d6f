import type { MessageText } from '../../../_shared/messages/message-text.ts';
import { fitAnswers } from '../fit-answers.ts';
import { quoteBlock, quoteSpan } from './quote-text.ts';

/** Renders a message for a tracker that reads Markdown. Only its links are not code. */
export function renderMarkdown({ note = '', answers, facts, links }: MessageText): string {
	const { shown, left } = fitAnswers(answers);
	return [
		...(note.trim() === '' ? [] : [quoteBlock(note)]),
		...shown.map(({ question, answer, url }) =>
			[
				url === undefined ? quoteSpan(question) : `${quoteSpan(question)} ${link('Open', url)}`,
				...(answer.trim() === '' ? [] : [quoteBlock(answer)]),
			].join('\n\n'),
		),
		...(left === 0 ? [] : [`_${left} more ${left === 1 ? 'answer' : 'answers'}_`]),
		facts.map(quoteSpan).filter(Boolean).join(' · '),
		links.map(({ label, url }) => link(label, url)).join(' · '),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Of the service: its label and its encoded URL contain nothing that visitors wrote. */
function link(label: string, url: string): string {
	return `[${label}](<${new URL(url).href}>)`;
}
