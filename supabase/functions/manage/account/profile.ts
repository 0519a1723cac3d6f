import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

export const updateProfile: Operation<'updateProfile'> = {
	access: 'read write',
	async run({ tx, person }, { name }) {
		await (name === null
			? tx`delete from app.people where person_id = ${person.id}`
			: nameCaller(tx, person.id, name));
		return { name };
	},
};

export async function nameCaller(tx: Tx, person: string, name: string): Promise<void> {
	await tx`
		insert into app.people (person_id, name) values (${person}, ${name})
		on conflict (person_id) do update set name = excluded.name, updated_at = now()`;
}
