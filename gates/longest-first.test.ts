import { expect, test } from 'vitest';

import { long } from './longest-first.ts';
import { listFiles } from './tree.ts';

test.each(long)('%s matches a test file', (pattern) => {
	expect(listFiles('*.test.ts').filter((path) => pattern.test(path))).not.toEqual([]);
});
