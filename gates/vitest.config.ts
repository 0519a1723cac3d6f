import { defineProject } from 'vitest/config';

import { nativeImports } from '../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'gates',
		experimental: nativeImports,
		include: ['*.test.ts'],
		// Files share their imports: no module keeps state of a file. A process for each takes 0.3 s and more.
		isolate: false,
		testTimeout: 60_000,
	},
});
