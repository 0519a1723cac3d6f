import { routes } from '@feedback/contract';
import type { RouteName } from '@feedback/contract';
import { expect, it } from 'vitest';

import { describeOperation } from './describe-operation.ts';

/** Not logged: they change nothing, only a draft, or only what concerns the caller alone. */
const unlogged: RouteName[] = [
	'validatePrompt',
	'checkPrompt',
	'forecast',
	'testRules',
	'previewResponses',
	'saveWorkingCopy',
	'updateProfile',
	'confirmSignInChange',
	'beginPasskey',
	'createPushSubscription',
	'deletePushSubscription',
];

const operations = (Object.keys(routes) as RouteName[]).filter(
	(name) => routes[name].method !== 'GET' && !unlogged.includes(name),
);

it.each([...operations, 'exportResponses', 'exportResponseLines'])(
	'%s has a description',
	(name) => {
		expect(describeOperation(name)).not.toBe(
			name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
		);
	},
);

it('an unknown operation is described by its name', () => {
	expect(describeOperation('paintPrompt')).toBe('paint prompt');
	expect(describeOperation('toString')).toBe('to string');
});
