import { afterAll, beforeEach, expect } from 'vitest';

import { startService, type Service } from './start.ts';

/** A service for the tests of one file, reset before each of them. Their requests must not make it fail. */
export async function useService(): Promise<Service> {
	const service = await startService();
	beforeEach(() => service.reset());
	afterAll(() => {
		service.stop();
		expect(service.faults).toEqual([]);
	});
	return service;
}
