import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Scaffold } from './scaffold.ts';
import { writtenApps } from './written-apps.ts';

const nextCommands = {
	build: ['npx', 'next', 'build'],
	serve: (port: number) => ['npx', 'next', 'start', '-H', '127.0.0.1', '-p', String(port)],
};
const viteCommands = {
	build: ['npx', 'vite', 'build'],
	serve: (port: number) => [
		'npx',
		'vite',
		'preview',
		'--host',
		'127.0.0.1',
		'--port',
		String(port),
	],
};
const quiet = ['--use-npm', '--skip-install', '--disable-git', '--yes', '--no-tailwind'];

function vite(template: string, framework: string): Scaffold {
	return {
		id: `vite-${template}`,
		framework,
		create: ['create-vite@latest', 'app', '--template', template, '--no-interactive'],
		...viteCommands,
	};
}

function sv(types: 'ts' | 'jsdoc'): Scaffold {
	return {
		id: `sveltekit-${types}`,
		framework: 'sveltekit',
		create: [
			'sv@latest',
			'create',
			'app',
			'--template',
			'minimal',
			'--types',
			types,
			'--no-add-ons',
			'--no-install',
		],
		...viteCommands,
	};
}

// The template loads its fonts from Google, which a build without a network cannot.
function withoutFonts(folder: string): void {
	const page = 'export default function Home() {\n  return <main>Hello</main>;\n}\n';
	writeFileSync(join(folder, 'app/pages/index.js'), page);
}

function writePage(folder: string): void {
	mkdirSync(join(folder, 'app'));
	const page =
		'<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n    <title>Page</title>\n  </head>\n  <body>\n    <h1>Page</h1>\n  </body>\n</html>\n';
	writeFileSync(join(folder, 'app/index.html'), page);
}

function makeWorkspace(folder: string): void {
	const manifest = { name: 'shop', private: true, workspaces: ['app', 'pages/*'] };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	mkdirSync(join(folder, 'pages/help'), { recursive: true });
	writeFileSync(join(folder, 'pages/help/package.json'), '{ "name": "help" }\n');
	writeFileSync(join(folder, 'pages/help/index.html'), '<!doctype html><head></head>');
}

// The scaffolder still creates apps of version 2; these are the changes from the migration guide.
function moveToSvelteKit3(folder: string): void {
	const manifest = join(folder, 'app/package.json');
	const config = join(folder, 'app/vite.config.ts');
	const layout = join(folder, 'app/src/routes/+layout.svelte');
	const moved = readFileSync(manifest, 'utf8')
		.replace(/("@sveltejs\/kit": )"[^"]*"/, '$1"^3.0.0"')
		.replace(/"@sveltejs\/adapter-auto": "[^"]*"/, '"@sveltejs/adapter-static": "^4.0.0"');
	const imports = { '#lib/*': './src/lib/*' };
	writeFileSync(manifest, JSON.stringify({ ...JSON.parse(moved), imports }, null, '\t'));
	writeFileSync(join(folder, 'app/tsconfig.json'), '{ "extends": "$app/tsconfig" }\n');
	writeFileSync(layout, readFileSync(layout, 'utf8').replace('$lib/', '#lib/'));
	const built = readFileSync(config, 'utf8')
		.replace('adapter-auto', 'adapter-static')
		.replace('adapter: adapter()', `adapter: adapter({ fallback: 'index.html' })`);
	writeFileSync(config, built);
}

// What "npx expo install react-dom react-native-web" adds.
function addExpoWeb(folder: string): void {
	const path = join(folder, 'app/package.json');
	const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
		dependencies: Record<string, string>;
	};
	const { react } = manifest.dependencies;
	const added = { 'react-dom': react!, 'react-native-web': '~0.21.0' };
	const dependencies = { ...manifest.dependencies, ...added };
	writeFileSync(path, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}

/** Package managers besides npm that are tested. */
export const packageManagers = { pnpm: '12.21.0', bun: '1.4.5' };

function installedBy(manager: keyof typeof packageManagers): Scaffold {
	return {
		...vite('react-ts', 'vite-react'),
		id: `${manager}-vite-react-ts`,
		prepare(folder) {
			const path = join(folder, 'app/package.json');
			const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
			const packageManager = `${manager}@${packageManagers[manager]}`;
			writeFileSync(path, `${JSON.stringify({ ...manifest, packageManager }, null, 2)}\n`);
		},
	};
}

/** Every app of the matrix. */
export const scaffolds: readonly Scaffold[] = [
	{
		id: 'next-app-ts',
		framework: 'next',
		create: ['create-next-app@latest', 'app', '--ts', '--app', '--empty', '--no-src-dir', ...quiet],
		...nextCommands,
	},
	{
		id: 'next-pages-js-src',
		framework: 'next',
		create: ['create-next-app@latest', 'app', '--js', '--no-app', '--empty', '--src-dir', ...quiet],
		...nextCommands,
	},
	{
		id: 'next-15.2-app-ts-src',
		framework: 'next-app',
		create: ['create-next-app@15.2', 'app', '--ts', '--app', '--empty', '--src-dir', ...quiet],
		...nextCommands,
	},
	{
		id: 'next-14-pages-js',
		framework: 'next-pages',
		create: [
			'create-next-app@14',
			'app',
			'--js',
			'--no-app',
			'--no-src-dir',
			'--no-eslint',
			...quiet,
		],
		prepare: withoutFonts,
		...nextCommands,
	},
	vite('react-ts', 'vite-react'),
	vite('react', 'vite-react'),
	vite('vue-ts', 'vite-vue'),
	vite('vue', 'vite-vue'),
	vite('svelte-ts', 'vite-svelte'),
	vite('svelte', 'vite-svelte'),
	vite('vanilla-ts', 'vite'),
	vite('vanilla', 'vite'),
	vite('preact-ts', 'vite'),
	vite('solid-ts', 'vite'),
	vite('lit-ts', 'vite'),
	sv('ts'),
	sv('jsdoc'),
	{ ...sv('ts'), id: 'sveltekit-3-ts', prepare: moveToSvelteKit3 },
	{ id: 'html', framework: 'html', prepare: writePage },
	installedBy('pnpm'),
	installedBy('bun'),
	{
		...vite('react-ts', 'vite-react'),
		id: 'workspace-vite-react-ts',
		prepare: makeWorkspace,
		init: ['--app', 'app'],
	},
	{
		id: 'qwik',
		framework: 'qwik',
		create: ['create-qwik@latest', 'empty', 'app'],
		build: ['sh', '-c', 'npx vite build && npx vite build --ssr src/entry.preview.tsx'],
		serve: viteCommands.serve,
	},
	{
		id: 'angular',
		framework: 'angular',
		create: [
			'@angular/cli@latest',
			'new',
			'app',
			'--defaults',
			'--skip-install',
			'--skip-git',
			'--ssr=false',
		],
		build: ['npx', 'ng', 'build'],
		served: 'dist/app/browser',
	},
	{
		id: 'expo',
		framework: 'expo',
		create: ['create-expo-app@latest', 'app', '--template', 'blank', '--no-install', '--yes'],
		prepare: addExpoWeb,
		build: ['npx', 'expo', 'export', '--platform', 'web'],
		served: 'dist',
	},
	...writtenApps,
];
