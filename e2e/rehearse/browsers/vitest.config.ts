import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'browsers',
		include: ['*.test.ts'],
		globalSetup: ['build-sdk.ts'],
		testTimeout: 300_000,
		hookTimeout: 120_000,
	},
});
