import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: { name: 'commands', include: ['*.test.ts'], testTimeout: 900_000, hookTimeout: 900_000 },
});
