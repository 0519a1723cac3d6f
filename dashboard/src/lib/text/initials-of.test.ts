import { expect, it } from 'vitest';

import { initialsOf } from './initials-of.ts';

it.each([
	['Ada Lovelace', 'AL'],
	['Ada King of Lovelace', 'AL'],
	['ada.lovelace@example.com', 'AL'],
	['ada@example.com', 'A'],
	['  zoë_żuk@example.com', 'ZŻ'],
	['“Grace” (Hopper)', 'GH'],
	['𝒜da 👩🏽‍💻', '𝒜'],
	['7 of 9', '79'],
	['@example.com', '?'],
	['', '?'],
])('finds the initials of %j', (name, initials) => {
	expect(initialsOf(name)).toBe(initials);
});
