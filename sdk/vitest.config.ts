import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'sdk',
		include: ['src/*.test.ts', 'test/*.test.ts', 'test/{agreement,browser}/*.test.ts'],
		globalSetup: 'test/bundle-once.ts',
		testTimeout: 30_000,
		hookTimeout: 30_000,
		expect: { poll: { timeout: 10_000 } },
	},
});
