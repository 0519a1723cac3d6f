import { createOutgoing, type Outgoing } from '../_shared/outgoing/outgoing.ts';

/** A guard that resolves every name to one public address, and every address to itself; it sends nothing. */
export const anyHost: Outgoing = createOutgoing({
	resolve: (host) =>
		Promise.resolve([/^[\d.]+$|:/.test(host) ? host.replace(/^\[|\]$/g, '') : '93.184.216.34']),
	send: () => Promise.reject(new Error('Nothing is sent here.')),
});
