// Counts messages that were dropped. The service receives their number with the next events, and the app one notification.
import { dropCauses } from '@feedback/contract/shared-limits';

import { toRecord } from '../json.ts';
import type { Core, Drops } from './interface.ts';

export type CountedDrops = ReturnType<typeof startCounting>;

export function startCounting(core: Core) {
	/** Drops of which the app has not been notified, by cause. */
	const unreported = new Map<string, number>();

	/** Those that the service has not received yet, without what it would refuse. */
	function readDrops(): Drops {
		const valid = Object.entries(toRecord(core.read('dropped'))).filter(
			([cause, times]) =>
				/^[a-z_]{1,40}$/.test(cause) && Number.isInteger(times) && Number(times) > 0,
		);
		return Object.fromEntries(valid.slice(0, dropCauses)) as Drops;
	}

	function store(more: Drops): void {
		const dropped = new Map(Object.entries(readDrops()));
		for (const [cause, times] of Object.entries(more)) {
			dropped.set(cause, (dropped.get(cause) ?? 0) + times);
		}
		core.write('dropped', Object.fromEntries(dropped));
	}

	/** `isTold`: the app has been notified of them. */
	function count(cause: string, times: number, isTold = false): void {
		store({ [cause]: times });
		if (!isTold) unreported.set(cause, (unreported.get(cause) ?? 0) + times);
		core.log('dropped', cause, times);
	}

	/** Notifies the app once of everything since the last time. */
	function report(): void {
		if (!unreported.size) return;
		const causes = [...unreported].map(([cause, times]) => `${cause} ${times}`).join(', ');
		unreported.clear();
		core.fail('dropped', `Queued messages were dropped: ${causes}.`);
	}

	/** Removed first, so that concurrent requests do not report the same drops. */
	function take(): Drops | undefined {
		const dropped = readDrops();
		core.write('dropped');
		return Object.keys(dropped).length ? dropped : undefined;
	}

	return {
		count,
		report,
		take,
		giveBack: (dropped: Drops | undefined) => dropped && store(dropped),
	};
}
