import { setTimeout } from 'node:timers/promises';

import { limits } from '@feedback/contract';

import type { Log } from '../../log/log.ts';
import { connectDatabase } from '../connect.ts';
import type { DatabaseAddress } from '../database-address.ts';

/**
 * Notes at home several times a second that it is alive, which every cell gets as a copy. Without it, management in cells
 * stops. Several servers may do it. Failures are logged once and retried.
 *
 * @param address home, as the database's owner
 */
export function beatHome(address: string | DatabaseAddress, log: Log): { stop(): Promise<void> } {
	const sql = connectDatabase(address);
	const stopping = new AbortController();
	const { signal } = stopping;
	const beat = async () => {
		let failed = false;
		while (!signal.aborted) {
			try {
				await sql`select app.beat_home()`;
				failed = false;
			} catch (error) {
				if (!failed && !signal.aborted) {
					log(`Home takes no heartbeats, so cells refuse management: ${String(error)}`, 'error');
				}
				failed = true;
			}
			await setTimeout(limits.cells.beatMs, undefined, { signal, ref: false }).catch(
				() => undefined,
			);
		}
	};
	const beating = beat();
	return {
		async stop() {
			stopping.abort();
			await beating;
			await sql.end();
		},
	};
}
