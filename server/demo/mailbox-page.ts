import { html } from 'hono/html';

import type { KeptMessage } from '../stack/sign-in-part.ts';

// Frames must run no scripts, because the messages contain visitors' text.
const policy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'self'; form-action 'none'";

/** A page that shows, like a mail program, the e-mails that the demo would have sent. */
export async function mailboxPage(messages: readonly KeptMessage[]): Promise<Response> {
	const page = await html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<meta name="color-scheme" content="light dark" />
				<title>Mailbox of the demo</title>
				<style>
					body {
						font:
							16px/1.5 system-ui,
							sans-serif;
						margin: 2rem auto;
						max-width: 44rem;
						padding: 0 1rem;
					}
					details {
						border-top: 1px solid #8886;
						padding: 0.75rem 0;
					}
					summary {
						cursor: pointer;
					}
					small {
						opacity: 0.75;
					}
					iframe {
						border: 1px solid #8886;
						border-radius: 8px;
						height: 36rem;
						margin-top: 0.75rem;
						width: 100%;
					}
					pre {
						white-space: pre-wrap;
						overflow-wrap: anywhere;
					}
				</style>
			</head>
			<body>
				<h1>Mailbox of the demo</h1>
				<p>
					The demo sends no e-mail. These are the newest messages that a mail server would have got.
					Reload the page for new ones.
				</p>
				${messages.length === 0 ? html`<p><strong>No messages yet.</strong></p>` : ''}
				${messages.map(showMessage)}
			</body>
		</html>`;
	return new Response(page.toString(), {
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': policy,
			'referrer-policy': 'no-referrer',
		},
	});
}

function showMessage(message: KeptMessage, index: number) {
	const { to, subject, at, text } = message;
	return html`<details ${index === 0 ? 'open' : ''}>
		<summary>
			<strong>${subject}</strong><br /><small
				>to ${to}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC</small
			>
		</summary>
		${
			message.html === undefined
				? html`<pre>${text}</pre>`
				: html`<iframe
						title="${subject}"
						sandbox="allow-popups allow-popups-to-escape-sandbox"
						srcdoc="${`<base target="_blank">${message.html}`}"
					></iframe>`
		}
	</details>`;
}
