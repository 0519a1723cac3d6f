import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { readBuiltUi } from './read-built-ui.ts';

const resolve = createRequire(import.meta.url).resolve;
const inter = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const arabic = '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2';

/** The strictest policy a page can have and still load a script from its origin. */
const strict = [
	"default-src 'none'",
	"script-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join('; ');

/** `window.prepare` comes from the built module, `window.drawPrompt` records the calls of the hooks. */
const script = (ui: string) => `
window.calls = [];
window.ready = import('/ui/${ui}').then(({ prepare }) => { window.prepare = prepare; });
window.drawPrompt = async (prompt, options) => {
	const call = (name) => (...values) => { window.calls.push([name, ...structuredClone(values)]); };
	const { draw } = await window.prepare(options ?? {}, prompt);
	window.drawing = draw(prompt, {
		onAnswer: call('answer'), onDismiss: call('dismiss'), onPostpone: call('postpone'), onClosed: call('closed'),
	});
};
`;

/** Fonts of the tree, so that screenshots agree regardless of installed fonts. */
const fonts = `
@font-face { font-family: Shown; src: url(/fonts/inter.woff2); font-weight: 100 900; }
@font-face { font-family: Shown; src: url(/fonts/arabic.woff2); font-weight: 100 900; unicode-range: U+0600-06FF, U+FE70-FEFF; }
html { font-family: Shown, sans-serif; }
`;

const page = (head: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${head}<script crossorigin src="/page.js"></script></head>
<body>${body}</body></html>`;

const backdrop = `${fonts}
body { margin: 0; background: #f3f4f7; color: #9aa2b1; }
main { display: grid; gap: 14px; padding: 32px; max-width: 900px; margin: auto; }
main div { height: 72px; border-radius: 10px; background: #e8eaef; }
@media (prefers-color-scheme: dark) { body { background: #101217; } main div { background: #191c22; } }
`;

export type Served = { url: string; close(): Promise<void> };

/** A page that shows previews, as the dashboard does. */
const previews = `
const { renderPrompt } = await import('/ui/preview.js');
window.showPreview = (prompt, options) => {
	window.preview = renderPrompt(document.querySelector('#frame'), prompt, options);
};
`;

const editor = `${fonts}
body { margin: 0; padding: 24px; background: #f3f4f7; }
#frame { width: 620px; height: 460px; border: 1px solid #c9ced8; border-radius: 12px; background: #fff; }
.dark #frame { background: #101217; }
.phone #frame { width: 390px; height: 620px; }
`;

/** Serves the built UI and the pages on which it is tested: `/`, `/gallery`, `/strict`, `/sandboxed`, `/preview`. */
export async function serveUi(): Promise<Served> {
	const { ui, more, preview } = readBuiltUi();
	const files = new Map([ui, more, preview].map(({ name, code }) => [`/ui/${name}`, code]));
	const body = '<main><h1>A page</h1><button id="before">Before</button></main>';
	const routes: Record<string, [type: string, content: string | Buffer, policy?: string]> = {
		'/': ['text/html', page('', body)],
		'/strict': ['text/html', page('', body), strict],
		'/sandboxed': ['text/html', page('', body), 'sandbox allow-scripts'],
		'/gallery': [
			'text/html',
			page(`<style>${backdrop}</style>`, `<main id="place">${'<div></div>'.repeat(6)}</main>`),
		],
		'/preview': [
			'text/html',
			page(
				'<link rel="stylesheet" href="/editor.css"><script type="module" src="/previews.js"></script>',
				'<label>Title <input id="heading"></label><div id="frame"></div>',
			),
			`${strict}; style-src 'self'; font-src 'self'`,
		],
		'/editor.css': ['text/css', editor],
		'/previews.js': ['text/javascript', previews],
		'/favicon.ico': ['image/x-icon', ''],
		'/page.js': ['text/javascript', script(ui.name)],
		'/fonts/inter.woff2': ['font/woff2', readFileSync(resolve(inter))],
		'/fonts/arabic.woff2': ['font/woff2', readFileSync(resolve(arabic))],
	};
	const server = createServer((request, response) => {
		const path = new URL(request.url!, 'http://localhost').pathname;
		const code = files.get(path);
		const [type, content, policy] = code ? ['text/javascript', code] : (routes[path] ?? []);
		response.writeHead(content === undefined ? 404 : 200, {
			'content-type': `${type ?? 'text/plain'}; charset=utf-8`,
			// A sandboxed page has an opaque origin.
			'access-control-allow-origin': '*',
			...(policy && { 'content-security-policy': policy }),
		});
		response.end(content);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => new Promise((done) => server.close(() => done())),
	};
}
