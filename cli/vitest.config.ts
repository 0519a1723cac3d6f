import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'cli',
		experimental: nativeImports,
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		// Test files share their imports, because no module keeps state of a file. A separate process for each file
		// would take at least 0.3 s.
		isolate: false,
		globalSetup: ['test/build-once.ts', 'test/shared-stack.ts'],
		testTimeout: 60_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
