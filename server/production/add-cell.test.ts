import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCells, type TestCells } from '../../testing/start-cells.ts';
import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import { withRole } from '../postgres/cluster.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { addCell } from './add-cell.ts';

let databases: TestCells;
beforeAll(async () => {
	databases = await startCells();
}, 240_000);
afterAll(() => databases.close());

const owner = () => databases.home.url('postgres');

function configure(cells: Record<string, string>): Pick<Config, 'database'> {
	return { database: { url: owner(), cells, pooled: false, pool_size: 8 } };
}

/** The test's logins have the password of their owner. */
function secretsOf(url: string): Secrets {
	const password = new URL(url).password;
	return { ingest: password, manage: password, identity: password } as Secrets;
}

it('a new database becomes a cell, with what home has, as roles that are no superuser', async () => {
	const three = await databases.create('three');
	const url = three.url('postgres');
	const connection = crypto.randomUUID();
	await databases.home.admin`
		insert into app.connections (id, person_id, kind, name) values (${connection}, gen_random_uuid(), 'cli', 'Laptop')`;
	const options = { secrets: secretsOf(url), log: () => undefined };
	await addCell(configure({ three: url }), 'three', options);
	const listed = await databases.home
		.admin`select number, name, state from app.cells where name = 'three'`;
	expect(listed).toEqual([{ number: 3, name: 'three', state: 'open' }]);
	const own = await three.admin`select app.own_cell() as cell`;
	expect(own).toEqual([{ cell: 3 }]);
	expect(await three.admin`select from app.connections where id = ${connection}`).toHaveLength(1);
	// Later changes arrive too.
	await databases.home.admin`delete from app.connections where id = ${connection}`;
	while ((await three.admin`select from app.connections where id = ${connection}`).length > 0);
	const sql = connectDatabase(withRole(url, 'feedback_ingest'));
	expect(await sql`select app.find_cell(null, null, 'site_unknown', null) as cell`).toEqual([
		{ cell: null },
	]);
	await sql.end();
	await addCell(configure({ three: url }), 'three', options);
	expect(await databases.home.admin`select from app.cells where name = 'three'`).toHaveLength(1);
});

it('a database with data does not become one, and home does not list it', async () => {
	const four = await databases.create('four');
	await four.admin`insert into app.workspaces (name) values ('Team')`;
	const url = four.url('postgres');
	const options = { secrets: secretsOf(url), log: () => undefined };
	await expect(addCell(configure({ four: url }), 'four', options)).rejects.toThrow(
		'Only a new database can become a cell',
	);
	expect(await databases.home.admin`select from app.cells where name = 'four'`).toHaveLength(0);
});

it('a name that the configuration does not have is refused', async () => {
	const options = { secrets: secretsOf(owner()), log: () => undefined };
	await expect(addCell(configure({}), 'five', options)).rejects.toThrow('database.cells.five');
});
