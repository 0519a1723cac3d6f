import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { chunkGroups } from './chunk-groups.ts';
import { withEarlyFiles } from './early-files.ts';
import { plainIcons } from './plain-icons.ts';
import { plainRoutes } from './plain-routes.ts';

// SvelteKit hides its announcer of page changes with this one inline style.
const announcerStyle = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=';
// Bits UI gives the wrappers of the palette's lines `display: contents;`.
const wrapperStyle = 'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw=';

export default defineConfig(({ command }) => {
	// Tests build it too, and must look at what people get: their environment would make a development build.
	if (command === 'build') process.env['NODE_ENV'] = 'production';
	return {
		plugins: [
			plainRoutes(),
			plainIcons(),
			tailwindcss(),
			sveltekit({
				adapter: withEarlyFiles(adapter({ fallback: 'index.html' }), 'build/index.html'),
				csp: {
					mode: 'hash',
					directives: {
						'default-src': ['none'],
						'script-src': ['self'],
						'style-src': ['self'],
						'style-src-attr': ['unsafe-hashes', announcerStyle, wrapperStyle],
						'font-src': ['self'],
						'img-src': ['self', 'data:'],
						// The service's address is known only at run time, from /config.json.
						'connect-src': ['self', 'https:', 'http://127.0.0.1:*', 'http://localhost:*'],
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
