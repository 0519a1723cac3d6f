import { expect, it } from 'vitest';

import { locate, placeOf } from './authorize.ts';

it.each([
	[{ site: 's', workspace: 'w' }, { site: 's' }],
	[{ workspace: 'w' }, { workspace: 'w' }],
	[{}, 'home'],
	[{ site: 7, workspace: ['w'] }, 'home'],
])('a request with the input %j is about the database of %j', (input, locator) => {
	expect(locate(placeOf(input))).toEqual(locator);
});
