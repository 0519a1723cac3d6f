import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'database',
		experimental: nativeImports,
		// The tests of the driver need the same Postgres.
		include: ['tests/**/*.test.ts', 'functions/**/*.test.ts', '../database/*.test.ts'],
		// Files share their imports: no module keeps state of a file. A process for each takes 0.3 s and more.
		isolate: false,
		globalSetup: ['tests/cluster.ts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
