import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: { name: 'pages', include: ['*.test.ts'], testTimeout: 120_000, hookTimeout: 600_000 },
});
