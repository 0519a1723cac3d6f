import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'journeys',
		experimental: nativeImports,
		include: ['{journeys,faults,history,hostile,mutations,prove}/*.test.ts'],
		// Test files share their imports, because no module keeps state of a file. Loading them takes three seconds of
		// CPU time per file.
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 15_000 } },
	},
});
