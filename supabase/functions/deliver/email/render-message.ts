import { html } from 'hono/html';

import type { MessageText } from '../../_shared/messages/message-text.ts';
import { drawButtons, layOut, type Html } from './layout.ts';
import { cut, oneLine, quote } from './plain-text.ts';

/** An e-mail without its recipient. */
export type RenderedMail = {
	subject: string;
	text: string;
	html(unsubscribeUrl: string): Promise<string>;
};

/** Writes one message as an e-mail, in plain text and HTML. */
export function renderMessage({
	title,
	note = '',
	answers,
	facts,
	links,
}: MessageText): RenderedMail {
	const said = answers.flatMap(({ answer }) => oneLine(answer) || []).join(', ');
	const name = oneLine(title);
	const subject = cut(said === '' ? name : `${name}: ${said}`, 150);
	const text = [
		name,
		note.trim(),
		...answers.map(({ question, answer, isWords, url }) =>
			[oneLine(question), answer && (isWords ? quote(answer) : oneLine(answer)), url]
				.filter(Boolean)
				.join('\n'),
		),
		facts.map(oneLine).join(' · '),
		links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
	].filter((part) => part !== '');
	return {
		subject,
		text: text.join('\n\n'),
		html: (unsubscribeUrl) =>
			layOut(
				name,
				html`${note === '' ? '' : html`<p class="words" dir="auto">${note}</p>`}
					${answers.map(
						({ question, answer, isWords, url }) =>
							html`<p class="muted" dir="auto">
									${url === undefined ? question : html`<a href="${url}">${question}</a>`}
								</p>
								${drawAnswer(answer, isWords)}`,
					)}
					<p class="muted">${facts.map(oneLine).join(' · ')}</p>
					${drawButtons(links)}`,
				unsubscribeUrl,
			),
	};
}

function drawAnswer(answer: string, isWords: boolean): Html | string {
	if (answer === '') return '';
	return isWords
		? html`<blockquote class="words" dir="auto">${answer}</blockquote>`
		: html`<p class="score" dir="auto">${answer}</p>`;
}
