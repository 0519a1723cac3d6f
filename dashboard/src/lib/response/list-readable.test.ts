import { expect, it } from 'vitest';

import type { Response } from './answers.ts';
import { listReadable } from './list-readable.ts';

const rows = 'abcd'.split('').map((id) => ({ id, prompt: id, revision: 1 }) as Response);

function list(known: string, arrived = ''): string {
	const revisions = { find: (prompt: string) => (known.includes(prompt) ? null : undefined) };
	return listReadable(rows, revisions, new Set(arrived))
		.map(({ id }) => id)
		.join('');
}

it.each([
	['none', '', '', ''],
	['all', 'abcd', '', 'abcd'],
	['down to the first without words', 'abd', '', 'ab'],
	['none below one without words', 'bcd', '', ''],
	['what was there before, whatever arrived', 'bcd', 'a', 'bcd'],
	['what arrived once it has words', 'abcd', 'a', 'abcd'],
])('shows %s', (_, known, arrived, shown) => expect(list(known, arrived)).toBe(shown));

it('loads the revisions of all responses, including hidden ones', () => {
	const asked: string[] = [];
	listReadable(rows, { find: (prompt) => void asked.push(prompt) });
	expect(asked).toEqual(['a', 'b', 'c', 'd']);
});
