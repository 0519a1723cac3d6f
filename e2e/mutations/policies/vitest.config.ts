import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'policies',
		include: ['*.test.ts'],
		globalSetup: ['../../../supabase/tests/cluster.ts'],
		hookTimeout: 120_000,
	},
});
