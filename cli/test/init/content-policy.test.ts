import { describe, expect, it } from 'vitest';

import { json, manifest, page } from './app-parts.ts';
import { makeFolder } from './fixtures.ts';
import type { Files } from './fixtures.ts';
import { createMachine, given } from './run-init.ts';

const { run } = createMachine();
const origin = 'http://127.0.0.1:54321';

const html = (policy: string): Files => ({
	'index.html': `<!doctype html>\n<html>\n<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n</head>\n<body></body>\n</html>\n`,
});
const vite = (policy: string): Files => ({
	'package.json': manifest({ vite: '^8.0.0' }),
	'index.html': page('/main.js').replace(
		'<title>',
		`<meta http-equiv="content-security-policy" content="${policy}" /><title>`,
	),
	'main.js': 'run();\n',
});
const next = (config: string, file = 'next.config.ts'): Files => ({
	'package.json': manifest({ next: '16.4.3' }),
	'app/layout.js': '',
	[file]: config,
});

const refusals = async (files: Files) => (await run(makeFolder(files), given, true)).refusals;

describe('a Content Security Policy', () => {
	it('of a page that blocks both tags is reported, with the hash of the inline one', async () => {
		const [connect, script, ...rest] = await refusals(html("default-src 'self'"));
		expect(rest).toEqual([]);
		expect(connect).toEqual({
			file: 'index.html',
			directive: 'connect-src',
			add: [origin],
			value: `connect-src 'self' ${origin}`,
		});
		expect(script).toMatchObject({ directive: 'script-src' });
		expect(script!.add[0]).toBe(origin);
		expect(script!.add.slice(1).every((source) => /^'sha256-[\w+/]{43}='$/.test(source))).toBe(
			true,
		);
		expect(script!.add.length).toBeGreaterThan(1);
	});

	it('allows the SDK after the reported changes', async () => {
		const reported = await refusals(html("default-src 'none'"));
		const extended = ["default-src 'none'", ...reported.map(({ value }) => value)].join('; ');
		expect(await refusals(html(extended))).toEqual([]);
	});

	it('that blocks the SDK is reported by each run', async () => {
		const folder = makeFolder(html("script-src 'self'"));
		const { notes, refusals: first } = await run(folder, given);
		expect(first.map(({ directive }) => directive)).toEqual(['script-src']);
		expect(notes.join('\n')).toContain(`add ${origin}`);
		// The second run has nothing to write.
		expect((await run(folder, given)).refusals).toEqual(first);
	});

	it.each<[string, Files]>([
		['allows every address', html("default-src * 'unsafe-inline'")],
		['allows a scheme', html("default-src http: 'unsafe-inline'")],
		['allows the host on any port', html("default-src http://127.0.0.1:* 'unsafe-inline'")],
		['allows the folder of the script', html(`script-src ${origin}/functions/ 'unsafe-inline'`)],
		['has only unrelated directives', html("img-src 'self'; frame-ancestors 'none'")],
		['is about scripts, in an app that bundles the SDK', vite("script-src 'self'")],
		[
			'is report-only',
			next(`export default { h: 'Content-Security-Policy-Report-Only', v: "default-src 'self'" }`),
		],
		['is assembled at run time', next('export default { v: `connect-src ${origins}` }')],
		['does not parse', next('export default {')],
	])('that %s is not reported', async (_, files) => {
		expect(await refusals(files)).toEqual([]);
	});

	it.each<[string, Files, string]>([
		['of a page that Vite bundles', vite("default-src 'self'; img-src *"), 'index.html'],
		['beside a nonce', html(`default-src ${origin} 'unsafe-inline' 'nonce-x'`), 'index.html'],
		['with another port', vite('connect-src http://127.0.0.1:3000'), 'index.html'],
		[
			'with another path',
			html("script-src http://127.0.0.1:54321/js/ 'unsafe-inline'"),
			'index.html',
		],
		[
			'in next.config',
			next(
				`const csp = \`\n  default-src 'self';\n  connect-src 'self' https://x.example;\n\`;\nexport default { csp };\n`,
			),
			'next.config.ts',
		],
		[
			'in the middleware of Next.js',
			next(
				`export const csp = ["default-src 'self'", "connect-src 'self'"].join('; ');\n`,
				'middleware.ts',
			),
			'middleware.ts',
		],
		[
			'in svelte.config',
			{
				'package.json': manifest({ '@sveltejs/kit': '^3.0.0', vite: '^8.0.0' }),
				'svelte.config.js': `export default { kit: { csp: { directives: { 'connect-src': ['self'] } } } };\n`,
			},
			'svelte.config.js',
		],
		[
			'in a file of headers',
			{
				...vite("img-src 'self'"),
				'public/_headers': "/*\n  Content-Security-Policy: default-src 'self'\n",
			},
			'public/_headers',
		],
		[
			'in vercel.json',
			{
				...vite("img-src 'self'"),
				'vercel.json': json({
					headers: [
						{
							headers: [{ key: 'Content-Security-Policy', value: "connect-src 'self'; img-src *" }],
						},
					],
				}),
			},
			'vercel.json',
		],
	])('%s that blocks the service is reported', async (_, files, file) => {
		const reported = await refusals(files);
		expect(reported.map((refusal) => refusal.file)).toEqual(reported.map(() => file));
		expect(reported.length).toBeGreaterThan(0);
	});
});
