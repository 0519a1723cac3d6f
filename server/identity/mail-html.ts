import { html } from 'hono/html';

import { drawButtons, layOut } from '../../supabase/functions/deliver/email/layout.ts';
import type { MailMessage } from './identity-options.ts';

/** A message in HTML: its paragraphs, and its URL as a button. */
export function writeMailHtml({ subject, text, button }: MailMessage): Promise<string> {
	const paragraphs = text.split('\n\n').map((paragraph) => {
		const [words = '', url] = paragraph.split(/\n(?=https?:\/\/\S+$)/);
		return { words: url === undefined ? words : words.replace(/:$/, '.'), url };
	});
	return layOut(
		subject,
		html`${paragraphs.map(
			({ words, url }) =>
				html`<p class="words">${words}</p>
					${url === undefined ? '' : drawButtons([{ label: button ?? 'Open the link', url }])}`,
		)}`,
	);
}
