import { ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

export const getAskInWords: Operation<'getAskInWords'> = {
	access: 'read only',
	async run({ tx, service: { model } }, { site }) {
		const switched_on = await isSwitchedOn(tx, site);
		return { switched_on, model: model ? { name: model.name, host: model.host } : null };
	},
};

/** Whether an owner of the site lets its members ask in words. */
export async function isSwitchedOn(tx: Tx, site: string): Promise<boolean> {
	const [row] = await tx<{ switched_on: boolean }[]>`
		select (settings -> 'ask_in_words')::boolean is true as switched_on from app.sites where id = ${site}`;
	if (!row) throw new ServiceError('not_found', { field: 'site' });
	return row.switched_on;
}
