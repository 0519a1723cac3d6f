import { isIPv4 } from 'node:net';

import { readSetting, requireSetting } from '../../_shared/environment.ts';
import { openOutgoing } from '../../_shared/outgoing/open-outgoing.ts';
import { createModel, type Model } from './model.ts';

/**
 * The language model that the environment configures; undefined without one. An IPv4 address in its URL may be called
 * although it is private, because the operator wrote exactly this address.
 */
export function readModel(): Model | undefined {
	const given = readSetting('FEEDBACK_ASK_URL');
	if (given === undefined) return undefined;
	const url = URL.parse(given);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new Error('The environment variable FEEDBACK_ASK_URL must be an http or https URL.');
	}
	const name = requireSetting('FEEDBACK_ASK_MODEL');
	const outgoing = openOutgoing(isIPv4(url.hostname) ? [url.hostname] : []);
	return createModel({ url, name, key: readSetting('FEEDBACK_ASK_KEY') }, outgoing);
}
