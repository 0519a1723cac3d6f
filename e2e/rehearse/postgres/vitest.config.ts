import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'rehearsal of Postgres',
		include: ['*.test.ts'],
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 60_000 } },
	},
});
