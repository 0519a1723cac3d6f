import type { Config } from '#lib/config/config.ts';

import type { Credentials } from './session.ts';

/** The ordinary user that the embedded stack made for newcomers. Its gateway tells only this machine. */
export async function askDemoPerson(config: Config): Promise<Credentials> {
	const response = await fetch(new URL('/local/demo', config.authUrl));
	if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
	const { email, password } = (await response.json()) as Record<string, unknown>;
	if (typeof email !== 'string' || typeof password !== 'string')
		throw new Error('The gateway told of no demo person.');
	return { email, password };
}
