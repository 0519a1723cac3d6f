import {
	changedAfter,
	changedUpTo,
	readChangeCursor,
	readHorizon,
	settledPosition,
	writeChangeCursor,
	writeSettled,
} from './change-cursor.ts';
import type { Operation } from '../operation/operation.ts';
import { describeResponse, pagesOf, readResponses } from './read-responses.ts';

export const listResponseChanges: Operation<'listResponseChanges'> = {
	access: 'read only',
	async run({ tx, service }, { site, cursor, limit }) {
		// Read before the responses, so that what commits in between is at or above the horizon.
		const horizon = await readHorizon(tx);
		const from = cursor === undefined ? undefined : readChangeCursor(cursor, horizon);
		const rows = await readResponses(
			tx,
			tx`r.site_id = ${site} ${from ? changedAfter(tx, from) : tx``} ${changedUpTo(tx, settledPosition(horizon))}
				order by r.changed_in, r.display_id
				limit ${limit + 1}`,
		);
		const pages = pagesOf(service, site);
		const items = rows.slice(0, limit);
		const more = rows.length > limit;
		const last = items.at(-1);
		const next =
			more && last
				? writeChangeCursor(horizon.history, { transaction: last.changed_in, id: last.id })
				: writeSettled(horizon);
		return { items: items.map((item) => describeResponse(item, pages)), next, more };
	},
};

export const getResponseCursor: Operation<'getResponseCursor'> = {
	access: 'read only',
	async run({ tx }) {
		return { cursor: writeSettled(await readHorizon(tx)) };
	},
};
