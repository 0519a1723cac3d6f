import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'mcp',
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['test/start-stack.ts'],
		testTimeout: 60_000,
		hookTimeout: 120_000,
	},
});
