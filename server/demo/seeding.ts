import postgres from 'postgres';

import { seedDemo } from '../../supabase/seed.ts';
import type { DemoPerson } from './demo-person.ts';

/** The demo workspace, site and prompts, with the person as owner. */
export async function seedDatabase(url: string, person: DemoPerson): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice() {} });
	try {
		await seedDemo(sql, person);
	} finally {
		await sql.end({ timeout: 1 });
	}
}
