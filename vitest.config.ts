import { defineConfig } from 'vitest/config';

import LongestFirst from './gates/longest-first.ts';
import { useTemporaryFolder } from './gates/temporary-folder.ts';

useTemporaryFolder();

export default defineConfig({
	test: {
		projects: ['*/vitest.config.ts', 'sdk/test/ui/vitest.config.ts', 'examples/*/vitest.config.ts'],
		sequence: { sequencer: LongestFirst },
	},
});
