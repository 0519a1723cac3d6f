import { Script } from '../../../database/statement.ts';
import { asTheyAre, type Place, printing, run } from './moving-rows.ts';

/**
 * Copies the replies to requests with an idempotency key, so that a repeated request does nothing at the target either. A
 * reply about no site does not say which workspace it was for, so all of the members' are copied.
 */
export async function copyReplies(from: Place, to: Place): Promise<void> {
	const rows = await from.sql.begin('read only', async (tx) => {
		await tx.send(new Script(printing));
		return run<{ row: string }[]>(
			tx,
			`select k::text as row from app.idempotency_keys k
			where k.site_id in (select s.id from app.sites s where s.workspace_id = ?::uuid)
				or k.site_id is null and k.caller_id in (select m.person_id from app.members m where m.workspace_id = ?::uuid)`,
			from.workspace,
			from.workspace,
		);
	});
	await to.sql.begin('read write', async (tx) => {
		await tx.send(new Script(`${asTheyAre}; ${printing}`));
		const texts = rows.map(({ row }) => row);
		await run(
			tx,
			`insert into app.idempotency_keys select (x.r).* from (
				select u.t::app.idempotency_keys as r from unnest(?::text[]) u (t) offset 0) x on conflict do nothing`,
			texts,
		);
	});
}
