import { defineConfig } from 'vitest/config';

// `npm run rehearse docs`: every page in a browser takes minutes. `npm test` checks the pages that differ most.
export default defineConfig({
	test: {
		name: 'docs',
		include: ['*.test.ts'],
		globalSetup: ['../build-once.ts', 'build-plain.ts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
