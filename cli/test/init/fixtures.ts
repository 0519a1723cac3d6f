import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { layout, manifest, page, reactEntry } from './app-parts.ts';
import * as pageApps from './page-apps.ts';
import * as serverApps from './server-apps.ts';

/** The files of an app, keyed by path. */
export type Files = Record<string, string>;

type Fixture = {
	/** Framework that the wizard must detect. */
	framework: string;
	files: Files;
	/** The file that is edited, for variants that change its bytes. */
	entry?: string;
};

/** One small app for each way in which the wizard works. */
export const fixtures: Record<string, Fixture> = {
	nuxt: {
		framework: 'nuxt',
		files: {
			'package.json': manifest({ nuxt: '^4.5.0', vue: '^3.5.0' }),
			'tsconfig.json': '{}\n',
			'app/app.vue': '<template />\n',
		},
	},
	angular: {
		framework: 'angular',
		files: {
			'package.json': manifest({ '@angular/core': '^22.0.0' }),
			'tsconfig.json': '{}\n',
			'src/index.html': '<app-root></app-root>\n',
			'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser';\nimport { App } from './app/app';\n\nbootstrapApplication(App);\n`,
		},
		entry: 'src/main.ts',
	},
	'react-router-without-entry': {
		framework: 'react-router',
		files: {
			'package.json': manifest({ '@react-router/dev': '^7.9.0', react: '^19.0.0' }),
			'tsconfig.json': '{}\n',
		},
	},
	remix: {
		framework: 'remix',
		files: {
			'package.json': manifest({ '@remix-run/dev': '^2.17.0', react: '^18.3.0' }),
			'app/entry.client.jsx': `import { hydrateRoot } from 'react-dom/client';\nimport { RemixBrowser } from '@remix-run/react';\n\nhydrateRoot(document, <RemixBrowser />);\n`,
		},
		entry: 'app/entry.client.jsx',
	},
	'tanstack-start': {
		framework: 'tanstack-start',
		files: {
			'package.json': manifest({ '@tanstack/react-start': '^1.130.0', vite: '^8.0.0' }),
			'tsconfig.json': '{}\n',
		},
	},
	'solid-start': {
		framework: 'solid-start',
		files: {
			'package.json': manifest({ '@solidjs/start': '^1.2.0' }),
			'tsconfig.json': '{}\n',
			'src/entry-client.tsx': `// @refresh reload\nimport { mount, StartClient } from "@solidjs/start/client";\n\nmount(() => <StartClient />, document.getElementById("app")!);\n`,
		},
		entry: 'src/entry-client.tsx',
	},
	'create-react-app': {
		framework: 'create-react-app',
		files: {
			'package.json': manifest({ 'react-scripts': '5.0.1' }),
			'src/index.js': `import ReactDOM from 'react-dom/client';\nimport App from './App';\n\nReactDOM.createRoot(document.getElementById('root')).render(<App />);\n`,
		},
		entry: 'src/index.js',
	},
	'vue-cli': {
		framework: 'vue-cli',
		files: {
			'package.json': manifest({ '@vue/cli-service': '^5.0.8', vue: '^3.5.0' }),
			'src/main.js': `import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n`,
		},
		entry: 'src/main.js',
	},
	'next-ts': {
		framework: 'next',
		files: {
			'package.json': manifest({ next: '16.4.3', react: '19.2.0' }),
			'tsconfig.json': '{}\n',
			'app/layout.tsx': layout,
		},
		entry: 'app/layout.tsx',
	},
	'next-js-src-pages': {
		framework: 'next',
		files: {
			'package.json': manifest({ next: '15.3.0', react: '19.1.0' }),
			'src/pages/index.js': `export default function Home() {\n  return null\n}\n`,
			'next.config.mjs': `export default {}\n`,
		},
	},
	'next-existing-instrumentation': {
		framework: 'next',
		files: {
			'package.json': manifest({ next: '^16.0.0' }),
			'tsconfig.json': '{}\n',
			'src/app/layout.tsx': layout,
			'src/instrumentation-client.ts': `import posthog from 'posthog-js';\n\nposthog.init('key');\n`,
			'instrumentation-client.ts': `console.log('not this one');\n`,
		},
		entry: 'src/instrumentation-client.ts',
	},
	'next-old-app': {
		framework: 'next-app',
		files: {
			'package.json': manifest({ next: '15.2.4', react: '19.0.0' }),
			'tsconfig.json': '{}\n',
			'src/app/layout.tsx': layout,
		},
		entry: 'src/app/layout.tsx',
	},
	'next-old-pages': {
		framework: 'next-pages',
		files: {
			'package.json': manifest({ next: '14.2.0' }),
			'pages/_app.js': `import '@/styles/globals.css'\n\nexport default function App({ Component, pageProps }) {\n  return <Component {...pageProps} />\n}\n`,
		},
		entry: 'pages/_app.js',
	},
	'next-old-pages-without-app': {
		framework: 'next-pages',
		files: {
			'package.json': manifest({ next: '13.5.0' }),
			'tsconfig.json': '{}\n',
			'pages/index.tsx': `export default function Home() {\n  return <main />;\n}\n`,
		},
	},
	'vite-react': {
		framework: 'vite-react',
		files: {
			'package.json': manifest({ react: '^19.0.0', vite: '^8.0.0' }),
			'index.html': page('/src/main.tsx'),
			'src/main.tsx': reactEntry,
		},
		entry: 'src/main.tsx',
	},
	'vite-vue': {
		framework: 'vite-vue',
		files: {
			'package.json': manifest({ vue: '^3.5.0', vite: '^8.0.0' }),
			'index.html': page('/src/main.ts'),
			'src/main.ts': `import { createApp } from 'vue'\nimport './style.css'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n`,
		},
		entry: 'src/main.ts',
	},
	'vite-svelte': {
		framework: 'vite-svelte',
		files: {
			'package.json': manifest({ svelte: '^5.0.0', vite: '^8.0.0' }),
			'index.html': page('/src/main.js'),
			'src/main.js': `import { mount } from 'svelte'\nimport './app.css'\nimport App from './App.svelte'\n\nconst app = mount(App, {\n  target: document.getElementById('app'),\n})\n\nexport default app\n`,
		},
		entry: 'src/main.js',
	},
	'vite-plain': {
		framework: 'vite',
		files: {
			'package.json': manifest({ vite: '^8.0.0' }),
			'index.html': page('./main.js'),
			'main.js': `document.querySelector("#app").textContent = "Hello";\n`,
		},
		entry: 'main.js',
	},
	'sveltekit-ts': {
		framework: 'sveltekit',
		files: {
			'package.json': manifest({ '@sveltejs/kit': '^3.0.0', svelte: '^5.0.0', vite: '^8.0.0' }),
			'tsconfig.json': '{}\n',
			'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({\n\tplugins: [sveltekit()]\n});\n`,
		},
	},
	'sveltekit-js-with-hooks': {
		framework: 'sveltekit',
		files: {
			'package.json': manifest({ '@sveltejs/kit': '^2.0.0', svelte: '^5.0.0', vite: '^7.0.0' }),
			'src/hooks.client.js': `/** @type {import('@sveltejs/kit').HandleClientError} */\nexport const handleError = ({ error }) => {\n\tconsole.error(error);\n};\n`,
		},
		entry: 'src/hooks.client.js',
	},
	html: {
		framework: 'html',
		files: {
			'index.html': `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>Shop</title>\n<script src="shop.js" defer></script>\n</head>\n<body>\n</body>\n</html>\n`,
			'about.html': `<!doctype html><title>About</title>`,
		},
		entry: 'index.html',
	},
	astro: { framework: 'astro', files: pageApps.astro, entry: 'src/layouts/Layout.astro' },
	'astro-with-head': {
		framework: 'astro',
		files: pageApps.astroWithHead,
		entry: 'src/components/BaseHead.astro',
	},
	qwik: { framework: 'qwik', files: pageApps.qwik, entry: 'src/root.tsx' },
	gatsby: { framework: 'gatsby', files: { 'package.json': manifest({ gatsby: '^5.15.0' }) } },
	'gatsby-with-browser-module': {
		framework: 'gatsby',
		files: {
			'package.json': manifest({ gatsby: '^5.15.0' }),
			'gatsby-browser.js': pageApps.gatsbyBrowser,
		},
		entry: 'gatsby-browser.js',
	},
	expo: { framework: 'expo', files: pageApps.expo, entry: 'app/_layout.tsx' },
	'expo-without-router': {
		framework: 'expo',
		files: {
			'package.json': manifest({ expo: '~54.0.0', 'react-native-web': '~0.21.0' }),
			'App.js': pageApps.expoApp,
		},
		entry: 'App.js',
	},
	'electron-vite': {
		framework: 'electron',
		files: pageApps.electronVite,
		entry: 'src/renderer/src/main.ts',
	},
	'electron-forge-webpack': {
		framework: 'electron',
		files: {
			'package.json': manifest({
				electron: '^40.0.0',
				'@electron-forge/plugin-webpack': '^7.10.0',
			}),
			'src/index.html': '<!doctype html><title>Shop</title>\n',
			'src/renderer.ts': `import './index.css';\n\nconsole.log('renderer');\n`,
		},
		entry: 'src/renderer.ts',
	},
	'electron-without-bundler': {
		framework: 'electron',
		files: pageApps.electronPlain,
		entry: 'index.html',
	},
	rails: {
		framework: 'rails',
		files: serverApps.rails,
		entry: 'app/views/layouts/application.html.erb',
	},
	'rails-with-policy': {
		framework: 'rails',
		files: serverApps.railsWithPolicy,
		entry: 'app/views/layouts/application.html.erb',
	},
	laravel: {
		framework: 'laravel',
		files: serverApps.laravel,
		entry: 'resources/views/layouts/app.blade.php',
	},
	'laravel-with-head-part': {
		framework: 'laravel',
		files: serverApps.laravelWithPart,
		entry: 'resources/views/partials/head.blade.php',
	},
	django: { framework: 'django', files: serverApps.django, entry: 'templates/base.html' },
	'django-with-policy': {
		framework: 'django',
		files: serverApps.djangoWithPolicy,
		entry: 'templates/base.html',
	},
	phoenix: {
		framework: 'phoenix',
		files: serverApps.phoenix,
		entry: 'lib/shop_web/components/layouts/root.html.heex',
	},
	wordpress: { framework: 'wordpress', files: serverApps.wordpress, entry: 'header.php' },
	'wordpress-blocks': {
		framework: 'wordpress',
		files: serverApps.wordpressBlocks,
		entry: 'functions.php',
	},
	'wordpress-child': { framework: 'wordpress', files: serverApps.wordpressChild },
	'html-without-scripts': {
		framework: 'html',
		files: {
			'index.html': `<!doctype html>\n<html>\n  <head>\n    <title>Shop</title>\n  </head>\n  <body></body>\n</html>\n`,
		},
		entry: 'index.html',
	},
};

/** An empty folder that is deleted at the end of the test run, with all temporary files. */
export function makeEmptyFolder(): string {
	return realpathSync(mkdtempSync(join(tmpdir(), 'feedback-init-')));
}

/** Creates a folder with these files. */
export function makeFolder(files: Files): string {
	const folder = makeEmptyFolder();
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}
