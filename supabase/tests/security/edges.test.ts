import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createTenants, type Tenants } from './actors.ts';
import { probing } from './detect-change.ts';
import { createEdges, listEdges, tryEdges } from './edges.ts';

let database: TestDatabase;
let tenants: Tenants;
beforeAll(async () => {
	database = await createDatabase();
	tenants = await createTenants(database);
	await createEdges(database.admin, tenants);
});
afterAll(() => database.close());

it('refuses rows just outside what a policy allows, and allows those beside them', async () => {
	const edges = listEdges(tenants);
	await probing(database.admin, tenants, async (sql) => {
		const results = await tryEdges(sql, edges);
		const found = edges.map((edge, at) => ({ ...edge, expected: results[at] }));
		expect(found).toEqual(edges);
	});
});
