import { defineProject } from 'vitest/config';

import { nativeImports } from '../../../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'ui',
		experimental: nativeImports,
		include: ['*.test.ts'],
		// Test files share their imports, because no module keeps state of a file. A separate process for each file
		// would take at least 0.3 s.
		isolate: false,
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
