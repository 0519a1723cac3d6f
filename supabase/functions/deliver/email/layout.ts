import { brand, product } from '@feedback/contract';
import { html, raw } from 'hono/html';

/** HTML in which every inserted value is escaped. */
export type Html = ReturnType<typeof html>;

// Mail programs that invert colours skip this page, because it declares both colour schemes.
const { accent, ink, ground, surface, line, soft, sizes } = brand;
/** Font sizes in pixels: mail programs do not agree on a rem. */
const size = (name: keyof typeof sizes) => `${Math.round(sizes[name] * 15)}px`;
const style = `
	:root { color-scheme: light dark; supported-color-schemes: light dark; }
	body { margin: 0; padding: 24px 16px; background: ${ground.light}; color: ${ink.light}; }
	main { max-width: 560px; margin: 0 auto; padding: 28px; border: 1px solid ${line.light}; border-radius: 12px; background: ${surface.light}; font: ${size('base')}/1.5 system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; word-break: break-word; }
	.brand { margin: 0 0 20px; font-weight: 600; }
	.mark { display: inline-block; width: 28px; height: 28px; margin-right: 8px; border-radius: 7px; background: ${accent.light}; color: #ffffff; font: 700 ${size('xl')}/22px Arial, sans-serif; letter-spacing: 1px; text-align: center; vertical-align: middle; overflow: hidden; }
	h1 { margin: 0 0 16px; font-size: ${size('xl')}; line-height: 1.3; }
	h2 { margin: 28px 0 4px; padding-top: 20px; border-top: 1px solid ${line.light}; font-size: ${size('lg')}; }
	p { margin: 0 0 8px; }
	blockquote { margin: 8px 0; padding: 2px 0 2px 12px; border-left: 3px solid ${line.light}; }
	blockquote p { margin: 0; }
	.words { white-space: pre-line; }
	.score { font-size: ${size('2xl')}; font-weight: 600; }
	.muted, .muted a { color: ${soft.light}; }
	.actions { margin: 20px 0 0; }
	a.button { display: inline-block; margin: 0 8px 8px 0; padding: 9px 16px; border-radius: 8px; background: ${accent.light}; color: #ffffff; font-weight: 600; text-decoration: none; }
	footer { margin-top: 32px; font-size: ${size('sm')}; }
	a { color: ${accent.light}; }
	@media (prefers-color-scheme: dark) {
		body { background: ${ground.dark}; color: ${ink.dark}; }
		main { border-color: ${line.dark}; background: ${surface.dark}; }
		h2, blockquote { border-color: ${line.dark}; }
		.muted, .muted a { color: ${soft.dark}; }
		a { color: ${accent.dark}; }
	}`;

/** Links as buttons. */
export function drawButtons(links: readonly { label: string; url: string }[]): Html | string {
	if (links.length === 0) return '';
	return html`<p class="actions">
		${links.map(({ label, url }) => html`<a class="button" href="${url}">${label}</a>`)}
	</p>`;
}

/** A whole e-mail in HTML. */
export async function layOut(
	title: string,
	content: Html,
	/** Omitted in messages about the recipient's own account. */
	unsubscribeUrl?: string,
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
					<!-- Drawn with text, because mail programs block pictures. -->
					<p class="brand"><span class="mark" aria-hidden="true">&#8230;</span>${product.name}</p>
					<h1>${title}</h1>
					${content}
					${unsubscribeUrl === undefined ? '' : html`<footer class="muted"><a href="${unsubscribeUrl}">Unsubscribe</a></footer>`}
				</main>
			</body>
		</html>`;
	return String(page);
}
