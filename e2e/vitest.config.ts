import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'journeys',
		include: ['journeys/*.test.ts', 'faults/*.test.ts'],
		// Files share their imports: no module keeps state of a file. Loading them takes three seconds of CPU time a file.
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
