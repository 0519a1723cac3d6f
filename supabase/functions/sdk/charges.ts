import { logThrown } from '../_shared/reply.ts';
import { chargeTogether } from './database.ts';
import type { Report } from './database.ts';
import type { Statements } from '../_shared/pool.ts';

/** Reports that are worth a call: the rows of one site are written once for all of them. */
const worthACall = 16;
/** Milliseconds after which fewer are charged. */
const patience = 100;

/** Charges reports to the rate limits, some together and soon, while nobody waits for it. */
export function createCharges(sql: Statements): (reports: Report[]) => void {
	const owed: Report[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;

	function settle(): void {
		clearTimeout(timer);
		timer = undefined;
		chargeTogether(sql, owed.splice(0)).catch((error: unknown) => logThrown(error, 'charges'));
	}

	return (reports) => {
		owed.push(...reports);
		if (owed.length >= worthACall) settle();
		else if (owed.length > 0) timer ??= setTimeout(settle, patience);
	};
}
