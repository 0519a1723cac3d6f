import { json, layout, manifest, page, reactEntry } from './app-parts.ts';
import type { Files } from './fixtures.ts';
import * as pageApps from './page-apps.ts';
import * as serverApps from './server-apps.ts';

/** The variants of one app; the expected result of each is in `golden/cross/`. */
type Forms = {
	typescript: Files;
	javascript: Files;
	src: Files;
	/** Folder in which the wizard runs in the variant `src`, if not the root. */
	srcFolder?: string;
};

const next = (version: string) => ({
	'package.json': manifest({ next: version, react: '19.2.0' }),
});
const typed = { 'tsconfig.json': '{}\n' };
const untypedLayout = `export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`;
const pagesApp = `import type { AppProps } from 'next/app'

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />
}
`;
const untypedPagesApp = `export default function App({ Component, pageProps }) {
  return <Component {...pageProps} />;
}
`;

function appRouter(version: string): Forms {
	return {
		typescript: { ...next(version), ...typed, 'app/layout.tsx': layout },
		javascript: { ...next(version), 'app/layout.js': untypedLayout },
		src: { ...next(version), ...typed, 'src/app/layout.tsx': layout },
	};
}

function vite(dependencies: Record<string, string>, typescript: string, ending = ''): Forms {
	const app = { 'package.json': manifest({ ...dependencies, vite: '^8.0.0' }) };
	const javascript = typescript.replaceAll(')!', ')').replace('App.tsx', 'App.jsx');
	const [ts, js] = [`main.ts${ending}`, `main.js${ending}`];
	return {
		typescript: { ...app, ...typed, 'index.html': page(`/${ts}`), [ts]: typescript },
		javascript: { ...app, 'index.html': page(`/${js}`), [js]: javascript },
		src: { ...app, ...typed, 'index.html': page(`/src/${ts}`), [`src/${ts}`]: typescript },
	};
}

const kit = {
	'package.json': manifest({ '@sveltejs/kit': '^3.0.0', svelte: '^5.0.0', vite: '^8.0.0' }),
};
const kitHooks = `import type { ClientInit } from '@sveltejs/kit';

export const init: ClientInit = () => {
	console.info('started');
};
`;

const webPage = (script: string) => `<!doctype html>
<html lang="en">
<head>
\t<meta charset="utf-8">
\t<title>Shop</title>
\t${script}
</head>
<body></body>
</html>
`;

const withoutTypes = (text: string) => text.replaceAll(')!', ')').replaceAll('!)', ')');

/** An app of a framework with one entry; without `fresh`, the entry is there. */
function entry(
	dependencies: Record<string, string>,
	path: string,
	text: string,
	fresh = false,
): Forms {
	const app = { 'package.json': manifest(dependencies) };
	const untyped = path.replace(/\.ts(x?)$/, '.js$1');
	return {
		typescript: { ...app, ...typed, ...(fresh ? {} : { [path]: text }) },
		javascript: { ...app, ...(fresh ? {} : { [untyped]: withoutTypes(text) }) },
		// The entry is there, with another library that starts first.
		src: {
			...app,
			...typed,
			[path]: `import * as Sentry from '@sentry/browser';\n${text}`.replace(
				/\n\n/,
				"\n\nSentry.init({ dsn: 'x' });\n\n",
			),
		},
	};
}

const hydrated = (component: string, from: string) =>
	`import { hydrateRoot } from "react-dom/client";\nimport { ${component} } from "${from}";\n\nhydrateRoot(document, <${component} />);\n`;
const nuxtConfig = `export default defineNuxtConfig({\n  devtools: { enabled: true }\n})\n`;
const nuxtOf = (version: string) => ({
	'package.json': manifest({ nuxt: version, vue: '^3.5.0' }),
});

/** An app whose pages no language of scripts changes; `other` has another layout of files. */
function served(files: Files, other: Files): Forms {
	return { typescript: { ...files, 'README.md': 'Shop\n' }, javascript: files, src: other };
}

/** Every framework, keyed by ID. `src` is the app with its sources in that folder. */
export const apps: Record<string, Forms> = {
	next: appRouter('16.4.3'),
	'next-app': appRouter('15.2.4'),
	'next-pages': {
		typescript: { ...next('14.2.0'), ...typed, 'pages/_app.tsx': pagesApp },
		javascript: { ...next('14.2.0'), 'pages/_app.js': untypedPagesApp },
		src: { ...next('14.2.0'), ...typed, 'src/pages/_app.tsx': pagesApp },
	},
	sveltekit: {
		typescript: { ...kit, ...typed, 'src/app.html': webPage('%sveltekit.head%') },
		javascript: { ...kit, 'src/app.html': webPage('%sveltekit.head%') },
		// Its sources are always in `src`, so this variant adds another file there.
		src: { ...kit, ...typed, 'src/hooks.client.ts': kitHooks },
	},
	nuxt: {
		typescript: {
			...nuxtOf('^4.5.0'),
			...typed,
			'app/app.vue': '<template />\n',
			'nuxt.config.ts': nuxtConfig,
		},
		javascript: {
			...nuxtOf('^4.5.0'),
			'app/app.vue': '<template />\n',
			'nuxt.config.js': nuxtConfig,
		},
		src: { ...nuxtOf('^3.20.0'), ...typed, 'pages/index.vue': '<template />\n' },
	},
	angular: entry(
		{ '@angular/core': '^22.0.0' },
		'src/main.ts',
		`import { bootstrapApplication } from '@angular/platform-browser';\nimport { App } from './app/app';\n\nbootstrapApplication(App).catch((err) => console.error(err));\n`,
	),
	'react-router': entry(
		{ '@react-router/dev': '^7.9.0', react: '^19.0.0', vite: '^8.0.0' },
		'app/entry.client.tsx',
		hydrated('HydratedRouter', 'react-router/dom'),
		true,
	),
	remix: entry(
		{ '@remix-run/dev': '^2.17.0', react: '^18.3.0' },
		'app/entry.client.tsx',
		hydrated('RemixBrowser', '@remix-run/react'),
	),
	'tanstack-start': entry(
		{ '@tanstack/react-start': '^1.130.0', react: '^19.0.0', vite: '^8.0.0' },
		'src/client.tsx',
		hydrated('StartClient', '@tanstack/react-start/client'),
		true,
	),
	'solid-start': entry(
		{ '@solidjs/start': '^1.2.0', 'solid-js': '^1.9.0' },
		'src/entry-client.tsx',
		`// @refresh reload\nimport { mount, StartClient } from "@solidjs/start/client";\n\nmount(() => <StartClient />, document.getElementById("app")!);\n`,
	),
	'create-react-app': entry(
		{ 'react-scripts': '5.0.1', react: '^19.0.0' },
		'src/index.tsx',
		`import ReactDOM from 'react-dom/client';\nimport App from './App';\n\nconst root = ReactDOM.createRoot(document.getElementById('root')!);\nroot.render(<App />);\n`,
	),
	'vue-cli': entry(
		{ '@vue/cli-service': '^5.0.8', vue: '^3.5.0' },
		'src/main.ts',
		`import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n`,
	),
	gatsby: entry({ gatsby: '^5.15.0' }, 'gatsby-browser.ts', pageApps.gatsbyBrowser, true),
	expo: {
		typescript: pageApps.expo,
		javascript: {
			'package.json': manifest({ expo: '~54.0.0', 'react-native-web': '~0.21.0' }),
			'App.js': pageApps.expoApp,
		},
		src: {
			'package.json': pageApps.expo['package.json'],
			...typed,
			'src/app/_layout.tsx': pageApps.expoLayout,
		},
	},
	electron: {
		typescript: pageApps.electronVite,
		javascript: pageApps.electronPlain,
		src: {
			'package.json': manifest({
				electron: '^40.0.0',
				'@electron-forge/plugin-webpack': '^7.10.0',
			}),
			...typed,
			'src/renderer.ts': `import './index.css';\n\nconsole.log('renderer');\n`,
		},
	},
	astro: served(pageApps.astro, pageApps.astroWithHead),
	qwik: {
		typescript: pageApps.qwik,
		javascript: {
			'package.json': pageApps.qwik['package.json'],
			'src/root.jsx': pageApps.qwikRoot,
		},
		src: {
			'package.json': manifest({ '@qwik.dev/core': '^2.0.0', '@qwik.dev/router': '^2.0.0' }),
			...typed,
			'src/root.tsx': pageApps.qwikRoot.replaceAll('"', "'"),
		},
	},
	rails: served(serverApps.rails, serverApps.railsWithPolicy),
	laravel: served(serverApps.laravel, serverApps.laravelWithPart),
	django: served(serverApps.django, serverApps.djangoWithPolicy),
	phoenix: served(serverApps.phoenix, {
		...serverApps.phoenix,
		'mix.lock': '%{}\n',
		'lib/shop_web/components/layouts/app.html.heex': '<main>{@inner_content}</main>\n',
	}),
	wordpress: served(serverApps.wordpress, serverApps.wordpressBlocks),
	'vite-react': vite({ react: '^19.0.0' }, reactEntry, 'x'),
	'vite-vue': vite(
		{ vue: '^3.5.0' },
		`import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n`,
	),
	'vite-svelte': vite(
		{ svelte: '^5.0.0' },
		`import { mount } from 'svelte';\nimport App from './App.svelte';\n\nexport default mount(App, { target: document.getElementById('app')! });\n`,
	),
	vite: vite({}, `document.querySelector("#app")!.textContent = "Hello";\n`),
	html: {
		// The language of a page depends on its scripts.
		typescript: { 'index.html': webPage('<script type="module" src="shop.ts"></script>') },
		javascript: { 'index.html': webPage('<script src="shop.js"></script>') },
		src: { 'src/index.html': webPage('<link rel="stylesheet" href="shop.css">') },
		srcFolder: 'src',
	},
};

const mapFiles = (files: Files, change: (text: string) => string): Files =>
	Object.fromEntries(
		Object.entries(files).map(([path, text]) => [
			path,
			path.endsWith('.json') ? text : change(text),
		]),
	);

const within = (folder: string, files: Files): Files =>
	Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** Every variant of an app, by the words of its heading. */
export const variants: Record<string, (app: Forms) => { files: Files; folder?: string }> = {
	fresh: ({ typescript }) => ({ files: typescript }),
	JavaScript: ({ javascript }) => ({ files: javascript }),
	'sources in src': ({ src, srcFolder }) => ({
		files: src,
		...(srcFolder && { folder: srcFolder }),
	}),
	CRLF: ({ typescript }) => ({
		files: mapFiles(typescript, (text) => text.replaceAll('\n', '\r\n')),
	}),
	'byte order mark': ({ typescript }) => ({
		files: mapFiles(typescript, (text) => `\ufeff${text}`),
	}),
	workspace: ({ typescript }) => ({
		files: {
			'package.json': json({ name: 'shops', private: true, workspaces: ['apps/*'] }),
			'package-lock.json': json({ name: 'shops', lockfileVersion: 3, packages: {} }),
			...within('apps/shop', typescript),
		},
		folder: 'apps/shop',
	}),
};
