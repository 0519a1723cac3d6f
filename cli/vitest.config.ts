import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'cli',
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		// Files share their imports: no module keeps state of a file. A process for each takes 0.3 s and more.
		isolate: false,
		globalSetup: ['test/build-once.ts'],
		testTimeout: 60_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
