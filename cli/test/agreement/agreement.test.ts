// The service of the tests answers as the real one does: each case is run in both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestStack } from '../../../testing/start-test-stack.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { handlers } from '../service/handlers.ts';
import { endpoints } from '../service/oauth.ts';
import { startService } from '../service/start.ts';
import type { Service } from '../service/start.ts';
import { cases } from './cases.ts';
import { normalize } from './normalize.ts';
import { openReal, openStandIn } from './world.ts';

let stack: Stack;
let service: Service;
beforeAll(async () => {
	[stack, service] = await Promise.all([startTestStack(), startService()]);
}, 120_000);
afterAll(async () => {
	service?.stop();
	await stack?.stop();
	expect(service.faults).toEqual([]);
});

describe('the service of the tests agrees with the real one', () => {
	it.each(cases.map((given) => [given.title, given] as const))('%s', async (_, given) => {
		const [real, standIn] = [await openReal(stack, given), openStandIn(service, given)];
		const [expected, answered] = [await given.run(real), await given.run(standIn)];
		expect(normalize(answered)).toEqual(normalize(expected));
	});

	it('in every route that it has', () => {
		const held = cases.flatMap(({ routes }) => routes);
		const missing = Object.keys(handlers).filter((name) => !held.some((route) => route === name));
		expect(missing).toEqual([]);
	});

	it('in every address of the OAuth server that it has', () => {
		const held = cases.flatMap((given) => given.endpoints ?? []);
		expect(Object.keys(endpoints).filter((path) => !held.includes(path))).toEqual([]);
	});
});
