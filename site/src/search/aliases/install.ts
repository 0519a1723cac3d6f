/** Aliases of the pages about installing the SDK; `all.ts` explains what an alias is. */
export const installAliases: Record<string, string> = {
	'/agents/wizard/#_top':
		'npx init, automatic install, edits my code, scaffold, codemod, feedback init, setup command, cli installer, automatic setup, one command install, install with one command, installer, what does it do, does it change my code, is it safe, diff, dry run',
	'/agents/wizard/#what-the-wizard-changes-in-each-framework':
		'which files are edited, modified files, what gets written, instrumentation-client, index.html, entry file',
	'/agents/wizard/#apps-that-the-wizard-does-not-edit':
		'unsupported framework, could not detect, remix, webpack, framework not recognized, nothing was changed, manual steps, could not find the entry file, nuxt, angular, astro, cra',
	'/agents/wizard/#content-security-policy':
		'csp check of the wizard, blocked by csp after install, meta tag csp, vercel.json headers, netlify _headers',
	'/agents/wizard/#which-app-in-a-monorepo':
		'turborepo, nx, pnpm workspace, several apps, several packages, apps/web, workspace root, exit code 2, lerna, yarn workspaces, wrong app',
	'/agents/wizard/#create-a-site-with-the-wizard-or-use-one-that-exists':
		'use an existing site, site already exists, --site, feedback.json, approval required during init, new project from the cli',
	'/agents/wizard/#save-a-first-prompt':
		'sample survey, nothing shows after installing, create a first survey automatically, example prompt',
	'/agents/wizard/#run-the-wizard-in-a-script':
		'non-interactive install, flags, ci, unattended, --yes, docker build, install in ci, no tty, stdin is not a tty, --json, automated setup, agent runs the installer',
	'/agents/wizard/#undo-the-changes':
		'uninstall, remove the sdk, revert the installation, remove from my project, roll back the install, files changed since, uninstall completely, get rid of it',
	'/agents/wizard/#wait-for-the-first-event':
		'--verify, check from the terminal that it works, smoke test, no event arrived, bot',
	'/agents/wizard/#install-the-agent-skill':
		'skill.md, claude skills, teach my agent, cursor rules, .agents folder, copilot instructions',
	'/install/angular/#_top':
		'angular module, standalone, zone.js, ng, angular 17, angular 18, angular 19, ngModule, bootstrapApplication, app.config.ts, APP_INITIALIZER, ionic angular',
	'/install/angular/#report-an-event-from-an-angular-component':
		'track in angular, (click), output, ngOnInit, click handler not tracked, component event',
	'/install/angular/#identify-and-reset-in-an-angular-service':
		'auth service, rxjs, signal, logout in angular, guard',
	'/install/angular/#see-an-angular-apps-first-event': 'verify in angular, ng serve',
	'/install/angular/#content-security-policy-of-angular':
		'csp in angular, ngCspNonce, trusted types',
	'/install/angular/#why-in-maints':
		'change detection, zone.js, angular universal, ssr in angular, runOutsideAngular',
	'/install/astro/#_top':
		'astro integration, setup, astro script, layout, static site, starlight, mpa, client router, view transitions, route changes in astro, astro plugin',
	'/install/astro/#report-an-event-from-an-astro-component':
		'islands, client directive, track in astro, island, client:load',
	'/install/astro/#reset-on-sign-out-in-astro': 'logout in astro, form post sign out',
	'/install/astro/#see-an-astro-sites-first-event': 'verify in astro',
	'/install/astro/#content-security-policy-of-astro': 'csp in astro, security.csp, hashes',
	'/install/astro/#why-a-layout-script':
		'view transitions, client router, page navigation, is:inline, script runs only once, after navigation script does not run again, astro:page-load',
	'/install/nextjs/#_top':
		'nextjs setup, app router, pages router, next js, react server components, turbopack, vercel, next 14, next 15, next 16, nextjs integration example, window is not defined in next, next.js surveys, next ssr',
	'/install/nextjs/#nextjs-153-and-later-the-client-instrumentation-file':
		'instrumentation-client, next 15, next 16, app router, where do I initialize in next, layout.tsx, provider not needed, instrumentation file not running, src folder',
	'/install/nextjs/#report-events-from-a-client-component':
		'use client, server action, onClick, server component cannot call, event handlers cannot be passed to client component props, track from server actions, button click in next',
	'/install/nextjs/#identify-and-reset-in-nextjs':
		'next-auth, clerk, auth0, session, logged in user in next, user from session, useSession, pass user to client, better-auth, logout in next, supabase auth',
	'/install/nextjs/#earlier-versions-of-nextjs':
		'pages router, next 13, next 14, _app.tsx, next 12, provider component, useEffect init, app/layout.tsx, _app.js, before mount, init inside useEffect, effect order, strict mode calls init twice',
	'/install/nextjs/#see-a-nextjs-apps-first-event':
		'verify in next, npm run dev, does it work in nextjs',
	'/install/nextjs/#content-security-policy-of-nextjs':
		'csp in next, next.config headers, middleware nonce, connect-src in next, vercel headers',
	'/install/nuxt/#_top':
		'nuxt 3, nuxt 4, nuxt module, vue ssr, nuxt plugin, plugins folder, nuxt.config, nuxt 2, nuxt window is not defined, analytics in nuxt',
	'/install/nuxt/#report-an-event-from-a-nuxt-component': 'track in nuxt, composable',
	'/install/nuxt/#identify-and-reset-in-nuxt':
		'nuxt auth, useUser, useSupabaseUser, logout in nuxt',
	'/install/nuxt/#see-a-nuxt-apps-first-event': 'verify in nuxt',
	'/install/nuxt/#content-security-policy-of-nuxt': 'csp in nuxt, nuxt-security, connect-src',
	'/install/nuxt/#why-a-client-plugin':
		'client only, universal rendering, import.meta.client, process.client, window is not defined in nuxt',
	'/install/package/#_top':
		'setup, install, quickstart, integrate, add a survey to my app, npm install, add to an existing project, how to embed, embed the survey in a web app, integrate in my saas, javascript sdk',
	'/install/package/#add-the-sdk-with-npm-pnpm-or-yarn':
		'typescript types, type definitions, dependencies, npm i, yarn add, pnpm add, bun add, package name, typescript types included, types missing, d.ts, module not found, cannot resolve the package, npm module or cdn',
	'/install/package/#before-the-package-is-on-the-npm-registry':
		'package not found, npm 404, tarball, build from source, E404 not found, 404 Not Found - GET registry.npmjs.org, npm ERR, cannot find package, where is the package, cdn not available, unpkg, jsdelivr, npm pack, tgz, is it published on npm, 404 when running npm install, module not found',
	'/install/package/#find-your-framework':
		'which frameworks are supported, react, vue, svelte, angular, remix, preact, solid, react router, tanstack, gatsby, ember, laravel, inertia, django, rails, livewire, htmx, blazor, does it work with my framework, wordpress plugin',
	'/install/package/#initialize-in-the-browser-entry':
		'where to put the init call, call once, bootstrap, start the library, init called twice, init on every render, where to initialize, singleton, when to load, load after consent, is init async, await init, wait until initialized, initialised twice, double init, where to call init, run once, too early',
	'/install/package/#see-the-first-event':
		'check that it works, verify installation, test the integration, nothing arrives, event not received, is it working, not connected, waiting for connection, how to check the installation, widget not detected, no data, test event, setup indicator, still indicates not connected, not connected although events arrive, registered events zero, does it work, verify the installation, check that the snippet is installed, is data arriving, test the setup, connected',
	'/install/package/#point-the-sdk-at-your-own-service':
		'custom api host, self-hosted url, own server address, endpoint, base url, self-hosted instance url, change host, wrong url, requests go to localhost, requests go to 127.0.0.1, ERR_CONNECTION_REFUSED 54321, production url, set the api url, api_host, own domain to avoid blockers, reverse proxy for the sdk, first party requests',
	'/install/package/#no-api-key-in-the-frontend':
		'is the key public, expose the api key, publishable key, safe to commit, secret in the browser, is it safe to expose, security of the site id, env variable next_public, leak, can someone abuse my id, secret in the client code, token in the browser, exposed key, env variable',
	'/install/package/#server-side-rendering-ssr-is-safe':
		'window is not defined, document is not defined, ssr, hydration, node, server component, edge runtime, ReferenceError window is not defined, ReferenceError document is not defined, localStorage is not defined, next build fails, prerender error, dynamic import ssr false, import on the server, self is not defined, navigator is not defined, static generation, window is not defined during build, does not work with ssr, worker deployment fails, document undefined in node',
	'/install/package/#navigation-while-a-prompt-is-open':
		'turbo, turbolinks, hotwire, htmx, hx-boost, pjax, view transitions, swap the body, popup disappears after navigation, popup closes when the route changes, stays open on another page, livewire navigate, inertia, unpoly, survives a page change',
	'/install/package/#pages-inside-a-frame-iframe':
		'iframe, embedded app, cross-origin frame, sandbox attribute, storage partitioning, third-party storage, shopify embedded app, widget in another site, postMessage, popup inside the frame, parent window, micro frontend',
	'/install/package/#content-security-policy':
		'csp directives, connect-src, script-src, blocked by csp, refused to connect, violates the policy, nonce, Refused to connect because it violates the following Content Security Policy directive, Refused to load the script, Refused to apply inline style, unsafe-inline, unsafe-eval, style-src, img-src, font-src, csp header, strict csp, trusted types, helmet, violates csp, blocked:csp, nonce for injected style tags, strict policy without unsafe-inline, constructed stylesheets, inline style refused, style-src-elem, csp nonce, nonce for the style tag, strict csp compliant, csp blocked script, hash or nonce required, violates the following directive, violates the directive, which domains to allow, allowlist of hosts, csp rules',
	'/install/script-tag/#_top':
		'plain html, snippet, embed code, cdn, wordpress, shopify, webflow, wix, drupal, rails, django, laravel, php, jquery, no bundler, google tag manager, gtm, vanilla javascript, website builder, html website, javascript snippet, static html, script in the head, squarespace, ghost, hugo, jekyll, bubble, framer, magento, joomla, tag manager, asp.net, jsp, legacy app, shopify store, loaded through google tag manager, wordpress site, online shop, types for window.Feedback, static site, no build step, cms, copy and paste the snippet, header, head tag, template, embed, install code, embed script, before closing body, async defer, Feedback is not defined, Uncaught ReferenceError, where is the snippet, script src, paste the snippet, head or body, where to put the code, custom code field, every page, copy the code',
	'/install/script-tag/#ad-blockers-and-privacy-extensions':
		'adblock, uBlock, brave shields, privacy badger, ERR_BLOCKED_BY_CLIENT, blocked by ad blocker, blocked by extension, tracking script blocked, easyprivacy, first-party proxy, avoid ad blockers, adblock enabled, does not work with adblock, reverse proxy to avoid blockers, feedback button blocked, blocked by client, brave, firefox tracking protection, own subdomain, first party, nothing arrives for some users, missing users',
	'/install/script-tag/#report-events-from-inline-code':
		'inline script, onclick attribute, queue calls before it has loaded, stub, unsafe-inline, onclick, dataLayer, gtm custom html tag, csp forbids inline scripts, radio button click, form submit event, download link, data attributes',
	'/install/script-tag/#identify-and-reset-in-a-page':
		'server rendered user, php session, rails current_user, django template, logged in user in html, jinja, blade, erb',
	'/install/script-tag/#see-a-pages-first-event':
		'file://, origin null, local html file, open html without a server, verify',
	'/install/script-tag/#the-page-never-waits-for-the-script':
		'blocked script, will it break my page, slow down page load, performance, async, defer, render blocking, core web vitals, service down, outage, does it block rendering, app freezes, app hangs when the survey server is down, what if your server is offline, page speed, lcp, pagespeed insights, my site breaks when it is unavailable, what happens when your server has an outage, service unavailable, timeout of the script, my page when the backend is down, slow down my page, lighthouse',
	'/install/script-tag/#the-script-knows-its-service':
		'own cdn, first-party domain, serve from my own domain, self-host the script, proxy the script, custom domain, wrong api url, api url of the script tag',
	'/install/script-tag/#what-is-loaded-when':
		'lazy loading, extra requests, network tab, why is a second file loaded, lazy loaded ui, 201 status, number of requests, preload, bandwidth, too many requests in the network tab, request on every page load, reduce number of calls, network calls on page load, does init call the server, external dependency loading, lazy chunk, bundle everything, loads additional script',
	'/install/script-tag/#pin-the-script-with-subresource-integrity-sri':
		'integrity hash, pin a version, supply chain, sri, integrity attribute, sha384, crossorigin, Failed to find a valid digest in the integrity attribute, pin version, script changes without notice, script hash, cdn compromised',
	'/install/sveltekit/#_top':
		'svelte kit integration, setup, hooks.client.ts, sveltekit setup, svelte kit ssr, browser check, only in the browser, production build of sveltekit',
	'/install/sveltekit/#report-an-event-from-a-page':
		'track in sveltekit, load function runs twice, hover preload, event on hover, form actions, enhance',
	'/install/sveltekit/#identify-and-reset-in-the-root-layout':
		'page data, load function, session, layout.svelte, lucia, auth.js, logout in sveltekit',
	'/install/sveltekit/#see-a-sveltekit-apps-first-event': 'verify in sveltekit',
	'/install/sveltekit/#content-security-policy-of-sveltekit':
		'csp in sveltekit, svelte.config.js csp, kit.csp directives',
	'/install/sveltekit/#why-the-client-hooks':
		'why not in layout, onMount, +layout.svelte init too late',
	'/install/vite-react/#_top':
		'react app setup, add a survey to a react app, create react app, react 18, react 19, react hooks, vite, spa, single page app react, main.tsx, cra',
	'/install/vite-react/#report-an-event-from-a-react-handler':
		'useEffect fires twice, strict mode, hook, onClick, track in react, event sent twice in development, duplicate events in react, double events, StrictMode double, called twice, useEffect twice, captured twice in dev, effect runs twice, useeffect double',
	'/install/vite-react/#identify-and-reset-in-react':
		'auth context, useEffect identify, react logout, identify called many times, useUser, redux',
	'/install/vite-react/#see-a-react-apps-first-event':
		'verify in react, test the react integration',
	'/install/vite-react/#why-in-maintsx':
		'provider, context, react wrapper, useFeedback hook, create react app, webpack, init on every render, init in useEffect, FeedbackProvider, wrap app in provider, rerender, component remount, lazy chunk, code splitting',
	'/install/vite-svelte/#_top':
		'svelte without kit, svelte 5, runes, svelte app setup, main.ts, vite svelte, svelte 4',
	'/install/vite-svelte/#report-an-event-from-a-svelte-component':
		'track in svelte, onclick, on:click',
	'/install/vite-svelte/#identify-and-reset-in-svelte': 'svelte store, logout in svelte, $effect',
	'/install/vite-svelte/#see-a-svelte-apps-first-event': 'verify in svelte',
	'/install/vite-svelte/#why-in-maints-and-not-in-a-component':
		'onMount, App.svelte, init in a component',
	'/install/vite-vue/#_top':
		'vue project setup, vue integration, vue 3, vue 2, vite vue, main.ts, composition api, quasar, vue plugin',
	'/install/vite-vue/#report-an-event-from-a-vue-component': 'track in vue, @click, script setup',
	'/install/vite-vue/#identify-and-reset-in-vue':
		'pinia, vuex, store, composable, logout in vue, watch user, auth store',
	'/install/vite-vue/#see-a-vue-apps-first-event': 'verify in vue, test the vue integration',
	'/install/vite-vue/#why-in-maints-and-not-in-a-plugin':
		'app.use, vue plugin, provide inject, globalProperties',
};
