import { readCount, readSetting } from '../environment.ts';
import { openNetwork } from './network.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';
import { parsePrivateNetworks } from './private-networks.ts';

/** Opens outgoing connections to public addresses only, whatever private networks the operator has opened. */
export function openPublicOutgoing(): Outgoing {
	return createOutgoing(openNetwork(), { isOff: readCount('FEEDBACK_OUTGOING_HTTPS', 1, 1) === 0 });
}

/**
 * Opens outgoing connections as the environment configures them. Throws an error that names a wrong variable.
 *
 * @param also addresses that may be called although they are private
 */
export function openOutgoing(also: readonly string[] = []): Outgoing {
	const isOff = readCount('FEEDBACK_OUTGOING_HTTPS', 1, 1) === 0;
	const setting = 'FEEDBACK_PRIVATE_NETWORKS';
	try {
		const privateNetworks = parsePrivateNetworks([readSetting(setting) ?? '', ...also].join(','));
		return createOutgoing(openNetwork(), { privateNetworks, isOff });
	} catch (error) {
		throw new Error(`The environment variable ${setting}: ${(error as Error).message}`, {
			cause: error,
		});
	}
}
