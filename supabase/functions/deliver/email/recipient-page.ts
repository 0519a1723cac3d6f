import { html } from 'hono/html';

import type { Html } from './layout.ts';

/**
 * A page that a recipient opens from an e-mail. What it asks is done by a button, since programs that look for harm open
 * every link.
 */
export function renderRecipientPage(title: string, text: string, button?: string): Html {
	return html`<!doctype html>
		<html lang="en">
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="color-scheme" content="light dark" />
			<meta name="referrer" content="no-referrer" />
			<title>${title}</title>
			${
				button === undefined
					? html`<p>${text}</p>`
					: html`<form method="post">
							<p>${text}</p>
							<button>${button}</button>
						</form>`
			}
		</html>`;
}
