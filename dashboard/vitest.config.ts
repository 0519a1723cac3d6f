import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineProject } from 'vitest/config';

export default defineProject({
	// For the classes that keep state in runes.
	plugins: [svelte({ configFile: false })],
	test: {
		name: 'dashboard',
		include: ['src/**/*.test.ts'],
		// Test files share their imports, because no module stores state of a test file. A separate process for each
		// file would take at least 0.3 s.
		isolate: false,
		testTimeout: 60_000,
	},
});
