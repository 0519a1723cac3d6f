import { expect, it } from 'vitest';

import { joinOr } from './join-or.ts';

it.each([[[]], [['one']], [['one', 'two']], [['one', 'two', 'three']], [['a', 'b', 'c', 'd']]])(
	'lists %j as the browser does in English',
	(values: string[]) =>
		expect(joinOr(values)).toBe(new Intl.ListFormat('en', { type: 'disjunction' }).format(values)),
);
