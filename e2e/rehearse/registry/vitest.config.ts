import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: { name: 'registry', include: ['*.test.ts'], testTimeout: 180_000, hookTimeout: 600_000 },
});
