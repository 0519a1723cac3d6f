import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'client',
		experimental: nativeImports,
		include: ['src/**/*.test.ts'],
		// Test files share their imports, because no module has state of a test file. A process for each file takes at
		// least 0.3 s.
		isolate: false,
		testTimeout: 60_000,
	},
});
