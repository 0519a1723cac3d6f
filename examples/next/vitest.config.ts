import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'example-next',
		include: ['test/**/*.test.ts'],
		testTimeout: 60_000,
		hookTimeout: 300_000,
	},
});
