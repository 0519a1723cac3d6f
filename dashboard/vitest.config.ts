import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineProject } from 'vitest/config';

export default defineProject({
	// For the classes that keep state in runes.
	plugins: [svelte({ configFile: false })],
	test: {
		name: 'dashboard',
		include: ['src/**/*.test.ts'],
		// Files share their imports: no module keeps state of a file. A process for each takes 0.3 s and more.
		isolate: false,
		testTimeout: 60_000,
	},
});
