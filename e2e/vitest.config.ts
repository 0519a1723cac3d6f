import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'journeys',
		include: ['journeys/*.test.ts', 'faults/*.test.ts'],
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
