import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		projects: ['*/vitest.config.ts', 'sdk/test/ui/vitest.config.ts', 'examples/*/vitest.config.ts'],
	},
});
