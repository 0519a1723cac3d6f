import { randomUUID } from 'node:crypto';

import { type Gateway, type GatewayOptions, startGateway } from '../gateway/gateway.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import { lockData } from './lock.ts';

/** The gateway of the one stack that locks a data folder. */
export type HeldData = {
	url: string;
	upstreams: Upstreams;
	drain: Gateway['drain'];
	takeDown(): Promise<() => Promise<void>>;
};

/**
 * Opens the gateway, and then locks the folder: another process that finds the lock checks at this gateway whether the
 * owner is running. Until the parts have started, the gateway responds that they are starting.
 */
export async function holdData(
	data: string,
	options: Omit<GatewayOptions, 'token' | 'upstreams'>,
	cleanup: AsyncDisposableStack,
): Promise<HeldData> {
	const token = randomUUID();
	const upstreams: Upstreams = {};
	let gateway = await startGateway({ ...options, token, upstreams });
	cleanup.defer(() => gateway.stop());
	const lock = await lockData(data, gateway.url, token);
	cleanup.defer(() => lock.release());
	return {
		url: gateway.url,
		upstreams,
		drain: (how) => gateway.drain(how),
		async takeDown() {
			const { port } = gateway;
			await gateway.stop();
			return async () => {
				gateway = await startGateway({ ...options, listen: port, token, upstreams });
			};
		},
	};
}
