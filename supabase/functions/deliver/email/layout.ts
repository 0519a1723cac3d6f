import { html, raw } from 'hono/html';

/** HTML in which every inserted value is escaped. */
export type Html = ReturnType<typeof html>;

// Mail programs that invert colours skip this page, because it declares both colour schemes.
const style = `
	:root { color-scheme: light dark; supported-color-schemes: light dark; }
	body { margin: 0; padding: 24px 16px; background: #ffffff; color: #1f2328; }
	main { max-width: 560px; margin: 0 auto; font: 15px/1.5 system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; word-break: break-word; }
	h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
	h2 { margin: 28px 0 4px; padding-top: 20px; border-top: 1px solid #d8dee4; font-size: 16px; }
	p { margin: 0 0 8px; }
	blockquote { margin: 8px 0; padding: 2px 0 2px 12px; border-left: 3px solid #d8dee4; }
	blockquote p { margin: 0; }
	.words { white-space: pre-line; }
	.score { font-size: 24px; font-weight: 600; }
	.muted, .muted a { color: #59636e; }
	footer { margin-top: 32px; font-size: 13px; }
	a { color: #0957d0; }
	@media (prefers-color-scheme: dark) {
		body { background: #14171a; color: #e6e8ea; }
		h2, blockquote { border-color: #3a4148; }
		.muted, .muted a { color: #a0a8b0; }
		a { color: #86b4ff; }
	}`;

/** A whole e-mail in HTML. */
export async function layOut(
	title: string,
	content: Html,
	unsubscribeUrl: string,
): Promise<string> {
	const page = await html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="supported-color-schemes" content="light dark" />
				<title>${title}</title>
				<style>
					${raw(style)}
				</style>
			</head>
			<body>
				<main>
					<h1>${title}</h1>
					${content}
					<footer class="muted"><a href="${unsubscribeUrl}">Unsubscribe</a></footer>
				</main>
			</body>
		</html>`;
	return String(page);
}
