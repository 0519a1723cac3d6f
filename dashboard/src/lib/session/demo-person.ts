import type { Config } from '#lib/config/config.ts';

import { readDemoKey } from './demo-key.ts';
import type { Credentials } from './session.ts';

/** The service has no demo person for this browser's key. */
export class NoDemoPerson extends Error {
	override name = 'NoDemoPerson';
}

/**
 * The ordinary user that the embedded stack made for newcomers. Its gateway answers only with the key of the printed
 * link; throws `NoDemoPerson` when it refuses the key.
 */
export async function askDemoPerson(config: Config): Promise<Credentials> {
	const response = await fetch(localAddress(config, '/local/demo'));
	if (response.status === 404) throw new NoDemoPerson();
	if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
	const { email, password } = (await response.json()) as Record<string, unknown>;
	if (typeof email !== 'string' || typeof password !== 'string')
		throw new Error('The gateway told of no demo person.');
	return { email, password };
}

/** An address of the embedded stack that wants the key. */
export function localAddress(config: Config, path: '/local/demo' | '/local/mail'): URL {
	const address = new URL(path, config.authUrl);
	address.searchParams.set('key', readDemoKey() ?? '');
	return address;
}
