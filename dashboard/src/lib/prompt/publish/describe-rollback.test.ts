import { expect, it } from 'vitest';

import { describeRollback, listUndone } from './describe-rollback.ts';

it.each([
	[2, 1, 'revision 2'],
	[3, 1, 'revisions 2 and 3'],
	[60, 1, 'revisions 2 to 60'],
])('from revision %i to %i undoes %s', (from, to, undone) => {
	expect(listUndone(from, to)).toBe(undone);
	expect(describeRollback(from, to)).toMatchObject({
		title: `This goes back from revision ${from} to ${to}`,
		text: expect.stringContaining(undone) as string,
	});
});

it.each([
	[undefined, 1],
	[1, 1],
	[1, 2],
])('from %s to %i does not go back', (from, to) => {
	expect(describeRollback(from, to)).toBeUndefined();
});
