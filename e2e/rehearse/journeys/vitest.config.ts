import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of journeys',
		include: ['*.test.ts'],
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
