import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'testing',
		include: ['*.test.ts'],
		testTimeout: 120_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
