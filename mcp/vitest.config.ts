import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'mcp',
		experimental: nativeImports,
		include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
		// Test files share their imports, because no module keeps state of a file. A separate process for each file
		// would take at least 0.3 s.
		isolate: false,
		globalSetup: ['test/start-stack.ts'],
		setupFiles: ['test/setup-senders.ts'],
		testTimeout: 120_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
