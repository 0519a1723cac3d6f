import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'exports',
		include: ['*.test.ts'],
		globalSetup: ['../../../supabase/tests/cluster.ts'],
		testTimeout: 60_000,
		hookTimeout: 600_000,
	},
});
