import { createHash } from 'node:crypto';

import postgres, { type TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../../supabase/tests/harness.ts';
import { createTenants, type Tenants } from '../../../supabase/tests/security/actors.ts';
import { isChanged, probing } from '../../../supabase/tests/security/detect-change.ts';
import { undone } from '../../../supabase/tests/undone.ts';
import { createEdges, listEdges, tryEdges } from '../../../supabase/tests/security/edges.ts';
import {
	prepareProbe,
	readMatrix,
	readRelations,
	type Matrix,
} from '../../../supabase/tests/security/matrix.ts';
import { keepOutcome } from '../outcomes.ts';
import { listPolicyMutants, type PolicyMutant } from './policy-mutants.ts';

let database: TestDatabase;
let tenants: Tenants;
let golden: Matrix;
beforeAll(async () => {
	database = await createDatabase();
	tenants = await createTenants(database);
	await createEdges(database.admin, tenants);
	golden = await undone(database.admin, async (sql) => {
		await prepareProbe(sql);
		return readMatrix(sql, tenants, await readRelations(sql, tenants.partition));
	});
});
afterAll(() => database.close());

// The golden file is compared with `golden` by the test of the matrix itself.
it('tries every policy', async () => {
	let tried = 0;
	await probing(database.admin, tenants, async (sql, find) => {
		for (const { id, group, relation, role, mutation, source } of listPolicyMutants()) {
			const change = { relation: find(relation), mutation, role };
			const isNoticed = async () =>
				(await isChanged(sql, tenants, golden, change)) ||
				(await isEdgeChanged(sql, { relation, mutation }));
			const outcome = await isNoticed().then(
				(changed) => (changed ? ('killed' as const) : ('survived' as const)),
				(error: unknown) => {
					// Without the part, what is left has another type.
					if (error instanceof postgres.PostgresError) return 'invalid' as const;
					throw error;
				},
			);
			keepOutcome({
				id,
				group,
				sha256: createHash('sha256').update(source).digest('hex'),
				outcome,
				tests: ['supabase/tests/security/matrix.test.ts', 'supabase/tests/security/edges.test.ts'],
			});
			tried++;
		}
	});
	expect(tried).toBeGreaterThan(300);
}, 3_600_000);

function isEdgeChanged(
	sql: TransactionSql,
	{ relation, mutation }: Pick<PolicyMutant, 'relation' | 'mutation'>,
): Promise<boolean> {
	const edges = listEdges(tenants).filter((edge) => edge.relation === relation);
	return undone(sql, async (scope) => {
		await scope.unsafe(mutation);
		const results = await tryEdges(scope, edges);
		return edges.some(({ expected }, at) => results[at] !== expected);
	});
}
