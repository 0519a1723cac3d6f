import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'gates',
		include: ['*.test.ts'],
		testTimeout: 30_000,
	},
});
