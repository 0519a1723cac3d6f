import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'server',
		experimental: nativeImports,
		// Tests of the stand-in for Supabase Auth need the same Postgres.
		include: ['**/*.test.ts', '../testing/auth/*.test.ts'],
		// Test files share their imports, because no module has state of a test file. A process for each file takes at
		// least 0.3 s.
		isolate: false,
		globalSetup: ['../supabase/tests/cluster.ts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
