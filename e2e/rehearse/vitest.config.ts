import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsals',
		include: ['*.test.ts'],
		globalSetup: ['../../site/test/build-once.ts'],
		testTimeout: 60_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
