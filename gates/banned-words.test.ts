import { expect, test } from 'vitest';

import { findBannedWords } from './find-banned-words.ts';

test('a banned phrase is found with its line and a replacement', () => {
	expect(findBannedWords('content/a.mdx', 'One.\nPersonal data leaves by itself.')).toContain(
		'content/a.mdx:2: “by itself”: write automatically, alone',
	);
});

test('a banned name is found only in code files for which it is banned', () => {
	expect(findBannedWords('sdk/src/a.ts', 'type Letter = {};')).toHaveLength(1);
	expect(findBannedWords('content/a.mdx', 'Letter by letter.')).toEqual([]);
});

test('plain text passes', () => {
	expect(findBannedWords('content/a.mdx', 'Personal data is deleted automatically.')).toEqual([]);
});
