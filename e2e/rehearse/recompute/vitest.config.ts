import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'recompute',
		include: ['*.test.ts'],
		globalSetup: ['../../../supabase/tests/cluster.ts'],
		testTimeout: 300_000,
		hookTimeout: 600_000,
	},
});
