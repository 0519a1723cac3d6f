import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineProject } from 'vitest/config';

export default defineProject({
	// For the classes that keep state in runes.
	plugins: [svelte({ configFile: false })],
	test: {
		name: 'dashboard',
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		// One stack and one browser for each file: they start once, not per test.
		testTimeout: 60_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
