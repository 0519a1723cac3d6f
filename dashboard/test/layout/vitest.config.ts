import { defineConfig } from 'vitest/config';

// `npm run rehearse layout`: mostly waiting for slow responses, so it is not in `npm test`.
export default defineConfig({
	test: {
		name: 'layout',
		include: ['*.test.ts'],
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
