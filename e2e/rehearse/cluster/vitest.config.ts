import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of several machines',
		include: ['*.test.ts'],
		fileParallelism: false,
		testTimeout: 180_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 60_000 } },
	},
});
