/** Aliases of the pages about installing the SDK; `all.ts` says what an alias is. */
export const installAliases: Record<string, string> = {
	'/install/package/#_top': 'setup, install, quickstart, integrate, add a survey to my app',
	'/install/package/#add-the-sdk-with-npm-pnpm-or-yarn':
		'typescript types, type definitions, dependencies',
	'/install/package/#before-the-package-is-on-the-npm-registry':
		'package not found, npm 404, tarball, build from source',
	'/install/package/#find-your-framework':
		'which frameworks are supported, react, vue, svelte, angular, remix, preact, solid',
	'/install/package/#initialize-in-the-browser-entry':
		'where to put the init call, call once, bootstrap, start the library',
	'/install/package/#see-the-first-event':
		'check that it works, verify installation, test the integration',
	'/install/package/#point-the-sdk-at-your-own-service':
		'custom api host, self-hosted url, own server address, endpoint, base url',
	'/install/package/#no-api-key-in-the-frontend':
		'is the key public, expose the api key, publishable key, safe to commit',
	'/install/package/#server-side-rendering-ssr-is-safe':
		'window is not defined, document is not defined, ssr, hydration, node, server component, edge runtime',
	'/install/package/#content-security-policy':
		'csp directives, connect-src, script-src, blocked by csp, refused to connect, violates the policy, nonce',
	'/install/nextjs/#_top': 'nextjs setup, app router, pages router',
	'/install/nextjs/#nextjs-153-and-later-the-client-instrumentation-file':
		'instrumentation-client, next 15, next 16, app router',
	'/install/nextjs/#report-events-from-a-client-component': 'use client, server action, onClick',
	'/install/nextjs/#identify-and-reset-in-nextjs':
		'next-auth, clerk, auth0, session, logged in user in next',
	'/install/nextjs/#earlier-versions-of-nextjs': 'pages router, next 13, next 14, _app.tsx',
	'/install/vite-react/#_top': 'react app setup, add a survey to a react app, create react app',
	'/install/vite-react/#report-an-event-from-a-react-handler':
		'useEffect fires twice, strict mode, hook, onClick, track in react',
	'/install/vite-react/#why-in-maintsx':
		'provider, context, react wrapper, useFeedback hook, create react app, webpack',
	'/install/vite-vue/#_top': 'vue project setup, vue integration',
	'/install/vite-vue/#identify-and-reset-in-vue': 'pinia, vuex, store, composable',
	'/install/vite-svelte/#_top': 'svelte without kit, svelte 5, runes',
	'/install/sveltekit/#_top': 'svelte kit integration, setup',
	'/install/sveltekit/#identify-and-reset-in-the-root-layout': 'page data, load function, session',
	'/install/nuxt/#_top': 'nuxt 3, nuxt 4, nuxt module, vue ssr',
	'/install/nuxt/#why-a-client-plugin': 'client only, universal rendering',
	'/install/astro/#_top': 'astro integration, setup',
	'/install/astro/#report-an-event-from-an-astro-component': 'islands, client directive',
	'/install/astro/#why-a-layout-script': 'view transitions, client router, page navigation',
	'/install/angular/#_top': 'angular module, standalone, zone.js, ng',
	'/install/script-tag/#_top':
		'plain html, snippet, embed code, cdn, wordpress, shopify, webflow, wix, drupal, rails, django, laravel, php, jquery, no bundler, google tag manager, gtm',
	'/install/script-tag/#add-the-script-to-a-page':
		'copy and paste the snippet, header, head tag, template, embed',
	'/install/script-tag/#report-events-from-inline-code':
		'inline script, onclick attribute, queue calls before it has loaded, stub, unsafe-inline',
	'/install/script-tag/#the-page-never-waits-for-the-script':
		'ad blocker, blocked script, will it break my page, slow down page load, performance, async, defer, render blocking, core web vitals, service down, outage',
	'/install/script-tag/#what-is-loaded-when': 'lazy loading, extra requests, network tab',
	'/install/script-tag/#pin-the-script-with-subresource-integrity-sri':
		'integrity hash, pin a version, supply chain',
	'/agents/wizard/#_top': 'npx init, automatic install, edits my code, scaffold, codemod',
	'/agents/wizard/#apps-that-the-wizard-does-not-edit':
		'unsupported framework, could not detect, remix, webpack',
	'/agents/wizard/#which-app-in-a-monorepo': 'turborepo, nx, pnpm workspace, several apps',
	'/agents/wizard/#run-the-wizard-in-a-script':
		'non-interactive install, flags, ci, unattended, --yes',
	'/agents/wizard/#undo-the-changes': 'uninstall, remove the sdk, revert the installation',
};
