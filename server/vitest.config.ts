import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'server',
		include: ['**/*.test.ts'],
		globalSetup: ['../supabase/tests/cluster.ts'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
