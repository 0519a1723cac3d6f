import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';
import { isThorough } from '../testing/thorough.ts';

export default defineProject({
	test: {
		name: 'contract',
		experimental: nativeImports,
		// The tests import nothing from other workspaces.
		provide: { thorough: isThorough },
		include: ['src/**/*.test.ts', 'generate/**/*.test.ts'],
		// Test files share their imports, because no module has state of a test file. A process for each file takes at
		// least 0.3 s.
		isolate: false,
		testTimeout: 60_000,
	},
});
