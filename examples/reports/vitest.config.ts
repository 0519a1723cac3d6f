import { defineProject } from 'vitest/config';

import { nativeImports } from '../../testing/native-imports.ts';

export default defineProject({
	test: {
		name: 'example',
		experimental: nativeImports,
		include: ['test/**/*.test.ts'],
		testTimeout: 120_000,
		hookTimeout: 180_000,
	},
});
