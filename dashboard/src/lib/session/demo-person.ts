import type { Config } from '#lib/config/config.ts';

import { readDemoKey } from './demo-key.ts';
import type { Credentials } from './session.ts';

/** The service refused this browser's key. */
export class NoDemoPerson extends Error {
	override name = 'NoDemoPerson';
}

/**
 * Fetches the credentials of the local stack's demo user. The gateway requires the key of the printed link; throws
 * `NoDemoPerson` if it refuses the key.
 */
export async function fetchDemoPerson(config: Config): Promise<Credentials> {
	const response = await fetch(localAddress(config, '/local/demo'));
	if (response.status === 404) throw new NoDemoPerson();
	if (!response.ok) throw new Error(`The gateway responded with ${response.status}.`);
	const { email, password } = (await response.json()) as Record<string, unknown>;
	if (typeof email !== 'string' || typeof password !== 'string')
		throw new Error('The gateway returned no demo person.');
	return { email, password };
}

/** A URL of the local stack that requires the key. */
export function localAddress(config: Config, path: '/local/demo' | '/local/mail'): URL {
	const address = new URL(path, config.authUrl);
	address.searchParams.set('key', readDemoKey() ?? '');
	return address;
}
