import { randomUUID } from 'node:crypto';

import { startGateway } from '../gateway/gateway.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import { lockData } from './lock.ts';

/** The gateway of the one stack that holds a data folder. */
export type HeldData = {
	url: string;
	upstreams: Upstreams;
	takeDown(): Promise<() => Promise<void>>;
};

/**
 * Opens the gateway, then locks the folder: another process that finds the lock asks this gateway whether its owner is
 * running.
 * Until the parts are up, the gateway answers that they are starting.
 */
export async function holdData(
	data: string,
	port: number,
	cleanup: AsyncDisposableStack,
): Promise<HeldData> {
	const token = randomUUID();
	const upstreams: Upstreams = {};
	let gateway = await startGateway({ port, token, upstreams });
	cleanup.defer(() => gateway.stop());
	const lock = await lockData(data, gateway.url, token);
	cleanup.defer(() => lock.release());
	return {
		url: gateway.url,
		upstreams,
		async takeDown() {
			await gateway.stop();
			return async () => {
				gateway = await startGateway({ port: gateway.port, token, upstreams });
			};
		},
	};
}
