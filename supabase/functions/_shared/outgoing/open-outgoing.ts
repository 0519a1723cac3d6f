import { readSetting } from '../environment.ts';
import { openNetwork } from './network.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';
import { parsePrivateNetworks } from './private-networks.ts';

/** The way out as the environment describes it. Throws an error that names the variable. */
export function openOutgoing(): Outgoing {
	const setting = 'FEEDBACK_PRIVATE_NETWORKS';
	try {
		const privateNetworks = parsePrivateNetworks(readSetting(setting) ?? '');
		return createOutgoing(openNetwork(), { privateNetworks });
	} catch (error) {
		throw new Error(`The environment variable ${setting}: ${(error as Error).message}`, {
			cause: error,
		});
	}
}
