import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'cli',
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['test/build-once.ts'],
		testTimeout: 30_000,
	},
});
