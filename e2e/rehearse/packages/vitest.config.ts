import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: { name: 'packages', include: ['*.test.ts'], testTimeout: 300_000, hookTimeout: 600_000 },
});
