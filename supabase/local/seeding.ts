import postgres from 'postgres';

import { demoSite, seedDemo } from '../seed.ts';
import type { DemoPerson } from './demo-person.ts';

/** The demo workspace, site and prompts, with the person as owner. Resolves to the public site ID. */
export async function seedDatabase(url: string, person: DemoPerson): Promise<string> {
	const sql = postgres(url, { max: 1, onnotice() {} });
	try {
		await seedDemo(sql, person);
	} finally {
		await sql.end();
	}
	return demoSite.siteId;
}
