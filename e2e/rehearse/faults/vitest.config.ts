import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of faults',
		include: ['*.test.ts'],
		fileParallelism: false,
		testTimeout: 300_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 120_000 } },
	},
});
