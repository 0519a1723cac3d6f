import { expect, test } from 'vitest';

import { slowFiles } from './order-slow-tests-first.ts';
import { listFiles } from './tree.ts';

test.each(slowFiles)('%s matches a test file', (pattern) => {
	expect(listFiles('*.test.ts').filter((path) => pattern.test(path))).not.toEqual([]);
});
