import { defineProject } from 'vitest/config';

import { nativeImports } from '../../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'pages',
		experimental: nativeImports,
		include: ['*.test.ts'],
		// Test files share their imports, because no module stores state of a test file. Loading the imports takes two
		// seconds of CPU time per file.
		isolate: false,
		globalSetup: 'shared-stack.ts',
		// Each file has a browser, and some have a stack: they start once, not per test.
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
