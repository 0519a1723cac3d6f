// Runs each case against the test service and the real service, and compares the responses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestStack } from '../../../testing/start-test-stack.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { handlers } from '../service/handlers.ts';
import { endpoints } from '../service/oauth.ts';
import { startService } from '../service/start.ts';
import type { Service } from '../service/start.ts';
import { cases } from './cases.ts';
import { normalize } from './normalize.ts';
import { openReal, openFake } from './world.ts';

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

describe('the test service agrees with the real service', () => {
	it.each(cases.map((given) => [given.title, given] as const))('%s', async (_, given) => {
		const [real, fake] = [await openReal(stack, given), openFake(service, given)];
		const [expected, actual] = [await given.run(real), await given.run(fake)];
		expect(normalize(actual)).toEqual(normalize(expected));
	});

	it('in all of its routes', () => {
		const compared = cases.flatMap(({ routes }) => routes);
		const missing = Object.keys(handlers).filter(
			(name) => !compared.some((route) => route === name),
		);
		expect(missing).toEqual([]);
	});

	it('in all of its OAuth endpoints', () => {
		const compared = cases.flatMap((given) => given.endpoints ?? []);
		expect(Object.keys(endpoints).filter((path) => !compared.includes(path))).toEqual([]);
	});
});
