import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'site',
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['./test/build-once.ts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
