import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import OrderSlowTestsFirst from './gates/order-slow-tests-first.ts';
import { useTemporaryFolder } from './gates/temporary-folder.ts';
import { thoroughTag } from './testing/thorough.ts';

useTemporaryFolder();

export default defineConfig({
	test: {
		projects: [
			'*/vitest.config.ts',
			'{dashboard/test,sdk/test/ui}/vitest.config.ts',
			'examples/*/vitest.config.ts',
		],
		// Vitest's default is one fewer than cores, but tests spend nearly half their time waiting for other processes.
		maxWorkers: availableParallelism() + 2,
		sequence: { sequencer: OrderSlowTestsFirst },
		tags: [thoroughTag],
	},
});
