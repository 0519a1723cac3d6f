// Whether the matrix of who may do what notices that a policy or a privilege has changed.
import type { TransactionSql } from 'postgres';

import type { TestSql } from '../harness.ts';
import { undone } from '../undone.ts';
import type { Tenants } from './actors.ts';
import {
	prepareProbe,
	readRelations,
	readRows,
	titleOf,
	type Matrix,
	type Relation,
} from './matrix.ts';

/** Calls `work` in a transaction that may probe, with the relations of the catalog by name. */
export async function probing(
	admin: TestSql,
	tenants: Tenants,
	work: (sql: TransactionSql, find: (name: string) => Relation) => Promise<void>,
): Promise<void> {
	await undone(admin, async (sql) => {
		await prepareProbe(sql);
		const relations = await readRelations(sql, tenants.partition);
		// Postgres quotes some names, such as `identity."user"`.
		const bare = (name: string) => name.replaceAll('"', '');
		await work(sql, (name) => relations.find((relation) => bare(relation.name) === bare(name))!);
	});
}

/** A statement, and the relation whose cells should change. The actors of `role` are tried first. */
type Mutation = { relation: Relation; mutation: string; role?: string };

/** Whether a cell of the relation differs from the golden one when the statement has run. */
export async function isChanged(
	sql: TransactionSql,
	tenants: Tenants,
	golden: Matrix,
	{ relation, mutation, role }: Mutation,
): Promise<boolean> {
	return undone(sql, async (scope) => {
		await scope.unsafe(mutation);
		const title = titleOf(relation.name);
		for await (const { who, cells } of readRows(scope, tenants, [relation], role)) {
			if (JSON.stringify(cells[title]) !== JSON.stringify(golden[title]![who])) return true;
		}
		return false;
	});
}
