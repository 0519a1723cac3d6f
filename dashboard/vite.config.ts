import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { chunkGroups } from './chunk-groups.ts';
import { drawIcons } from './icons.ts';
import { withPreloads } from './preloads.ts';
import { plainRoutes } from './plain-routes.ts';
import { proxyService } from './proxy-service.ts';

// SvelteKit hides its navigation announcer with this inline style.
const announcerStyle = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=';

export default defineConfig(({ command }) => {
	// Tests must use a production build too, but their environment would make a development build.
	if (command === 'build') process.env['NODE_ENV'] = 'production';
	return {
		plugins: [
			plainRoutes(),
			proxyService(),
			drawIcons(),
			tailwindcss(),
			sveltekit({
				// A page shows most of its templates once, so parsing each from HTML takes longer than creating its elements.
				compilerOptions: { fragments: 'tree' },
				adapter: withPreloads(adapter({ fallback: 'index.html' }), 'build'),
				csp: {
					mode: 'hash',
					directives: {
						'default-src': ['none'],
						'script-src': ['self'],
						'style-src': ['self'],
						'style-src-attr': ['unsafe-hashes', announcerStyle],
						'font-src': ['self'],
						// Pictures of visitors are read with the sign-in, into blobs.
						'img-src': ['self', 'data:', 'blob:'],
						// What serves a build adds the service's origins, which are not known here.
						'connect-src': command === 'build' ? ['self'] : ['self', 'http://127.0.0.1:*'],
						'manifest-src': ['self'],
						'base-uri': ['none'],
						'form-action': ['none'],
					},
				},
			}),
		],
		environments: {
			client: {
				build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
			},
		},
		server: { port: 54323 },
	};
});
