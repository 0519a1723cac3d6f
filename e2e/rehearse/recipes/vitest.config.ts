import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'recipes',
		include: ['*.test.ts'],
		testTimeout: 60_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
