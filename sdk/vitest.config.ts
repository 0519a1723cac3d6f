import { defineProject } from 'vitest/config';

export default defineProject({
	test: {
		name: 'sdk',
		include: ['src/{,backend/}*.test.ts', 'test/*.test.ts', 'test/{agreement,browser}/*.test.ts'],
		// Test files share their imports, because no module keeps state of a file. A separate process for each file
		// would take half a second of CPU time.
		isolate: false,
		testTimeout: 60_000,
		hookTimeout: 30_000,
		expect: { poll: { timeout: 10_000 } },
	},
});
