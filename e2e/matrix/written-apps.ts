import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import * as pageApps from '../../cli/test/init/page-apps.ts';
import * as serverApps from '../../cli/test/init/server-apps.ts';
import type { Scaffold } from './scaffold.ts';

// Apps whose scaffolders download their templates from elsewhere, or need a language that is not installed here.

const manifest = (dependencies: Record<string, string>) =>
	`${JSON.stringify({ name: 'app', private: true, dependencies }, null, 2)}\n`;

function written(files: Record<string, string>): (folder: string) => void {
	return (folder) => {
		for (const [path, text] of Object.entries(files)) {
			const full = join(folder, 'app', path);
			mkdirSync(dirname(full), { recursive: true });
			writeFileSync(full, text);
		}
	};
}

/** An app whose layout is rendered by leaving out the code of its template language. */
function rendered(
	id: string,
	files: Record<string, string>,
	layout: string,
	code: readonly RegExp[],
): Scaffold {
	return {
		id,
		framework: id,
		prepare: written(files),
		served: 'rendered',
		render(app) {
			const text = readFileSync(join(app, layout), 'utf8');
			const page = code.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
			mkdirSync(join(app, 'rendered'));
			writeFileSync(join(app, 'rendered/index.html'), page);
		},
	};
}

const tag = /<%[\s\S]*?%>/g;

export const writtenApps: readonly Scaffold[] = [
	{
		id: 'astro',
		framework: 'astro',
		prepare: written({
			...pageApps.astro,
			'package.json': manifest({ astro: 'latest' }),
			'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }\n',
		}),
		build: ['npx', 'astro', 'build'],
		served: 'dist',
	},
	{
		id: 'gatsby',
		framework: 'gatsby',
		prepare: written({
			'package.json': manifest({ gatsby: '^5.15.0', react: '^18.3.1', 'react-dom': '^18.3.1' }),
			'src/pages/index.js':
				"import * as React from 'react';\n\nexport default () => <main>Hello</main>;\n",
		}),
		build: ['npx', 'gatsby', 'build'],
		served: 'public',
	},
	{
		id: 'electron',
		framework: 'electron',
		prepare: written({
			'package.json': manifest({ electron: '^40.0.0', vite: '^8.0.0' }),
			'src/renderer/index.html':
				'<!doctype html><html><head></head><body><script type="module" src="/src/main.ts"></script></body></html>\n',
			'src/renderer/src/main.ts': "document.body.append('Hello');\n",
		}),
		build: ['npx', 'vite', 'build', 'src/renderer', '--outDir', '../../out'],
		served: 'out',
	},
	rendered('rails', serverApps.rails, 'app/views/layouts/application.html.erb', [tag]),
	rendered('laravel', serverApps.laravel, 'resources/views/layouts/app.blade.php', [
		/\{\{[\s\S]*?\}\}/g,
		/@vite\(.*\)/g,
	]),
	rendered('django', serverApps.django, 'templates/base.html', [/\{[{%#].*?[}%#]\}/g]),
	rendered('phoenix', serverApps.phoenix, 'lib/shop_web/components/layouts/root.html.heex', [
		/ \w+=\{[^}]*\}+/g,
		tag,
	]),
	rendered('wordpress', serverApps.wordpress, 'header.php', [/<\?[\s\S]*?\?>/g]),
];
