import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of the upgrade',
		include: ['*.test.ts'],
		globalSetup: ['../../../site/test/build-once.ts'],
		testTimeout: 60_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 60_000 } },
	},
});
