import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { addScripts } from '../../src/init/edit-html.ts';
import { addToBody } from '../../src/init/edit-layout.ts';
import { addInit } from '../../src/init/edit-module.ts';
import { writeImport } from '../../src/init/init-call.ts';
import { parseModule } from '../../src/init/parse-module.ts';
import { plainStyle } from '../../src/init/source-text.ts';

const options = { siteId: 'site_demo000000', apiUrl: 'https://x.example/v1' };
const call = `Feedback.init({
  siteId: 'site_demo000000',
  apiUrl: 'https://x.example/v1',
});`;
const importLine = writeImport(plainStyle);
const add = (text: string, path = 'main.ts') => addInit(text, path, options);

describe('the call of init', () => {
	it.each<[string, string, string]>([
		['an empty file', '', `${importLine}\n\n${call}\n`],
		['no imports', 'run();\n', `${importLine}\n\n${call}\n\nrun();\n`],
		[
			'a directive',
			`'use client';\n\nrun();\n`,
			`'use client';\n${importLine}\n\n${call}\n\nrun();\n`,
		],
		[
			'a hashbang',
			`#!/usr/bin/env node\nrun();\n`,
			`#!/usr/bin/env node\n${importLine}\n\n${call}\n\nrun();\n`,
		],
		[
			'a licence above',
			`// Licence\n\n// Starts.\nrun();\n`,
			`// Licence\n\n${importLine}\n\n${call}\n\n// Starts.\nrun();\n`,
		],
		['no line end at the end', `import 'a';`, `import 'a';\n${importLine}\n\n${call}`],
		[
			'a comment of several lines behind the import',
			`import 'a'; /* one\ntwo */\nrun();\n`,
			`import 'a'; /* one\ntwo */\n${importLine}\n\n${call}\n\nrun();\n`,
		],
		[
			'code on the line of the import',
			`import 'a';run();\n`,
			`import 'a';\n${importLine}\n\n${call}\n\nrun();\n`,
		],
		[
			'imports further down',
			`import 'a';\n\nmount();\nimport 'b';\n`,
			`import 'a';\n${importLine}\n\n${call}\n\nmount();\nimport 'b';\n`,
		],
	])('is inserted after the first imports: %s', (_, before, after) => {
		expect(add(before)).toBe(after);
	});

	it.each<[string, string, string]>([
		[
			'Sentry in an instrumentation file',
			`import * as Sentry from '@sentry/nextjs';\n\nSentry.init({\n  dsn: 'x',\n});\n\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n`,
			`import * as Sentry from '@sentry/nextjs';\n${importLine}\n\nSentry.init({\n  dsn: 'x',\n});\n\n${call}\n\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n`,
		],
		[
			'one that needs the app, before it is mounted',
			`import { createApp } from 'vue';\nimport * as Sentry from '@sentry/vue';\n\nconst app = createApp({});\nSentry.init({ app });\napp.mount('#app');\n`,
			`import { createApp } from 'vue';\nimport * as Sentry from '@sentry/vue';\n${importLine}\n\nconst app = createApp({});\nSentry.init({ app });\n\n${call}\n\napp.mount('#app');\n`,
		],
		[
			'one on a condition, at the end of the file',
			`import posthog from 'posthog-js';\nif (location.hostname !== 'localhost') {\n  posthog.init('key');\n}`,
			`import posthog from 'posthog-js';\n${importLine}\nif (location.hostname !== 'localhost') {\n  posthog.init('key');\n}\n\n${call}`,
		],
		[
			'several, without imports',
			`initMonitoring();\nwindow.analytics.init();\n`,
			`${importLine}\n\ninitMonitoring();\nwindow.analytics.init();\n\n${call}\n`,
		],
	])('is inserted after existing initializations: %s', (_, before, after) => {
		expect(add(before)).toBe(after);
		expect(add(after)).toBe(after);
	});

	it.each([
		['is initialized after the app is mounted', `import 'a';\nmount();\nSentry.init({});\n`],
		[
			'is initialized when something happens',
			`import 'a';\nwindow.addEventListener('load', () => start());\nposthog.init('x');\n`,
		],
		[
			'is initialized after a component is mounted',
			`import 'a';\nconst app = mount(App, {});\nSentry.init({});\n`,
		],
	])('is inserted after the imports when something %s', (_, text) => {
		expect(add(text)).toBe(
			text.replace(`import 'a';\n`, `import 'a';\n${importLine}\n\n${call}\n\n`),
		);
	});

	it('uses another name when Feedback is already used in the file', () => {
		const text = `import Feedback from './Feedback.vue';\n`;
		expect(add(text)).toContain(`import { Feedback as FeedbackSdk } from '@feedback/sdk';`);
		expect(add(text)).toContain('FeedbackSdk.init({');
	});

	it('is not added twice, whatever the name of the SDK’s import', () => {
		const once = add(`import Feedback from './Feedback.vue';\n`);
		expect(add(once)).toBe(once);
	});

	it('is not added when the SDK is imported for something else', () => {
		const text = `import { Feedback } from '@feedback/sdk';\nstart(Feedback);\n`;
		expect(() => add(text)).toThrow('imports the SDK');
	});

	it('escapes an address with special characters', () => {
		const apiUrl = `https://x.example/'</script>`;
		const text = addInit('', 'main.ts', { siteId: 'site_demo000000', apiUrl });
		expect(text).toContain(`'https://x.example/\\'\\x3c/script>'`);
		parseModule(text, 'main.ts');
	});

	it('is the only change, in any module', () => {
		const lines = [
			"import 'a'",
			'import "b";',
			"'use strict'",
			'// note',
			'/* x\ny */',
			'run()',
			'',
			'\tindented()',
			'void `\n\n`;',
			'export {}',
		];
		const modules = fc
			.tuple(
				fc.array(fc.constantFrom(...lines), { maxLength: 8 }),
				fc.constantFrom('\n', '\r\n'),
				fc.boolean(),
			)
			.map(([parts, eol, ends]) => parts.join('\n').replaceAll('\n', eol) + (ends ? eol : ''));
		fc.assert(
			fc.property(modules, (text) => {
				const edited = add(text);
				let at = 0;
				for (const character of edited) if (character === text[at]) at += 1;
				expect(at).toBe(text.length);
				const statement = edited.indexOf('Feedback.init(');
				const run = edited.indexOf('run()');
				if (run !== -1) expect(statement).toBeLessThan(run);
				if (text.includes('\r\n')) expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
				expect(add(edited)).toBe(edited);
			}),
			{ numRuns: rounds(100, 300) },
		);
	});
});

describe('a component in the body of a layout', () => {
	it('is on the same line as children that follow the tag directly', () => {
		const text = `export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n`;
		expect(addToBody(text, 'layout.jsx', 'Start', './start')).toBe(
			`import { Start } from './start';\n\n${text.replace('<body>', '<body><Start />')}`,
		);
	});

	it('is refused when there are several bodies', () => {
		const text = 'const a = <body></body>;\nconst b = <body></body>;\n';
		expect(() => addToBody(text, 'layout.jsx', 'Start', './start')).toThrow('several');
	});
});

describe('the tags of a page', () => {
	it('are inserted before a script that shares its line with others', () => {
		const text = '<html><head><title>x</title><script>run()</script></head></html>';
		const edited = addScripts(text, 'index.html', options);
		expect(edited.indexOf('feedback.js')).toBeLessThan(edited.indexOf('run()'));
		expect(edited.replace(/<script>\n[\s\S]*?\n<script async [^\n]*\n/, '')).toBe(text);
	});

	it('are not inserted into a comment or a text that looks like a head', () => {
		const text =
			'<!-- <head> </head> -->\n<html>\n<head>\n<title></head></title>\n</head>\n</html>\n';
		const edited = addScripts(text, 'index.html', options);
		expect(edited.indexOf('feedback.js')).toBeGreaterThan(edited.indexOf('</title>'));
	});

	it('are refused when the page has no head', () => {
		expect(() => addScripts('<p>Hello</p>', 'index.html', options)).toThrow('</head>');
	});
});
