import type { RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';
import { findCell } from '../operation/reserve.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

type CiToken = RouteOutput<'listCiTokens'>['items'][number];
type Same = 'id' | 'name' | 'created_by' | 'sites' | 'actions' | 'last_action';
type TokenRow = Pick<CiToken, Same> & {
	created_at: Date;
	last_used_at: Date | null;
	expires_at: Date | null;
};

export const listCiTokens: Operation<'listCiTokens'> = {
	access: 'read only',
	async run({ tx }, { workspace, limit, cursor }) {
		const before = cursor ? readMark(cursor, uuidForm) : null;
		const rows = await tx<TokenRow[]>`
			select id, name, created_by, created_at, last_used_at, expires_at, sites, actions, last_action
			from app.list_ci_tokens(${workspace}, ${before}, ${limit + 1})`;
		const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
		return { items: items.map(describeToken), next };
	},
};

export const revokeCiToken: Operation<'revokeCiToken'> = {
	access: 'read write',
	async run({ tx, service }, { workspace, connection }) {
		const [ended] = await tx<{ name: string }[]>`
			select app.revoke_ci_token(${workspace}, ${connection}) as name`;
		if (service.hasCells && (await findCell(tx)) !== 0) {
			// Where its token ends.
			await service.databaseOf('home')`select app.end_ci_connection(${connection})`;
		}
		await tx`select app.record_action(${workspace}, null, 'revokeCiToken', ${ended!.name})`;
		return { removed: true };
	},
};

function describeToken(row: TokenRow): CiToken {
	return {
		...row,
		kind: 'ci',
		host: null,
		created_at: row.created_at.toISOString(),
		last_used_at: row.last_used_at?.toISOString() ?? null,
		expires_at: row.expires_at?.toISOString() ?? null,
	};
}
