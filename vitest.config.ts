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
		sequence: { sequencer: OrderSlowTestsFirst },
		tags: [thoroughTag],
	},
});
