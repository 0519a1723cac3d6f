import { routes } from '@feedback/contract';
import type { RouteName } from '@feedback/contract';
import { expect, it } from 'vitest';

import { sayAct } from './describe-operation.ts';

/** Nothing of those is in the log: they only look, or are work that nobody else sees yet. */
const unlogged: RouteName[] = ['validatePrompt', 'forecast', 'testRules', 'saveWorkingCopy'];

const acts = (Object.keys(routes) as RouteName[]).filter(
	(name) => routes[name].method !== 'GET' && !unlogged.includes(name),
);

it.each([...acts, 'exportResponses', 'exportResponseLines'])('%s has words of its own', (name) => {
	expect(sayAct(name)).not.toBe(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
});

it('an operation that is not known yet tells its name', () => {
	expect(sayAct('paintPrompt')).toBe('paint prompt');
	expect(sayAct('toString')).toBe('to string');
});
