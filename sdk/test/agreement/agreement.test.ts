// The test service returns the same responses as the real service: each case runs against both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestStack } from '../../../testing/start-test-stack.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { site } from '../browser/fixture.ts';
import { type Service, startService } from '../browser/service.ts';
import { usualRoutes } from '../browser/usual-answers.ts';
import { builtSdk } from '../built-sdk.ts';
import { cases } from './cases.ts';
import { normalize } from './normalize.ts';
import { openReal, openScripted } from './world.ts';

let stack: Stack;
let service: Service;
beforeAll(async () => {
	[stack, service] = await Promise.all([startTestStack(), startService(builtSdk)]);
}, 120_000);
afterAll(async () => {
	await service?.close();
	await stack?.stop();
});

describe('the test service agrees with the real service', () => {
	it.each(cases.map((given) => [given.title, given] as const))(
		'%s',
		async (_, { run, settings }) => {
			const expected = await run(await openReal(stack, settings));
			const answered = await run(openScripted(service, site, settings));
			expect(normalize(answered)).toEqual(normalize(expected));
		},
	);

	it('in every route that it has', () => {
		const held = cases.flatMap(({ routes }) => routes);
		expect(usualRoutes.filter((route) => !held.includes(route))).toEqual([]);
	});
});
