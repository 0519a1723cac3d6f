import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'fifteen-tasks',
		include: ['*.test.ts'],
		testTimeout: 120_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
