import { defineProject } from 'vitest/config';

import { nativeImports } from '../../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'pages',
		experimental: nativeImports,
		include: ['*.test.ts'],
		// Files share their imports: no module keeps state of a file. Loading them takes two seconds of CPU time a file.
		isolate: false,
		globalSetup: 'shared-stack.ts',
		// A browser for each file, and a stack for some: they start once, not per test.
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
