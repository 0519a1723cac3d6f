import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of cells',
		include: ['*.test.ts'],
		fileParallelism: false,
		testTimeout: 3_600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 120_000 } },
	},
});
