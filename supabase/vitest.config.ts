import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'database',
		include: ['tests/**/*.test.ts', 'functions/**/*.test.ts'],
		globalSetup: ['tests/cluster.ts'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
