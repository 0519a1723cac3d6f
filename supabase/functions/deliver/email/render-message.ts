import { html } from 'hono/html';

import type { MessageText } from '../describe-message.ts';
import { layOut } from './layout.ts';
import { cut, oneLine, quote } from './plain-text.ts';

/** An e-mail without its recipient. */
export type RenderedMail = {
	subject: string;
	text: string;
	html(unsubscribeUrl: string): Promise<string>;
};

/** Writes one message as an e-mail, in plain text and HTML. */
export function renderMessage({ title, answers, facts, links }: MessageText): RenderedMail {
	const said = answers.map(({ answer }) => oneLine(answer)).join(', ');
	const name = oneLine(title);
	const subject = cut(said === '' ? name : `${name}: ${said}`, 150);
	const text = [
		name,
		...answers.map(
			({ question, answer, isWords }) =>
				`${oneLine(question)}\n${isWords ? quote(answer) : oneLine(answer)}`,
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
				html`${answers.map(
						({ question, answer, isWords }) =>
							html`<p class="muted">${question}</p>
								${
									isWords
										? html`<blockquote class="words">${answer}</blockquote>`
										: html`<p class="score">${answer}</p>`
								}`,
					)}
					<p class="muted">${facts.map(oneLine).join(' · ')}</p>
					${links.map(({ label, url }) => html`<p><a href="${url}">${label}</a></p>`)}`,
				unsubscribeUrl,
			),
	};
}
