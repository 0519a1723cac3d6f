import postgres from 'postgres';

import { seedDemo } from '../../supabase/seed.ts';

/** The demo workspace, site and prompts, with the person as owner. */
export async function seedDatabase(
	url: string,
	person: { id: string; email: string },
): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice() {} });
	try {
		await seedDemo(sql, person);
	} finally {
		await sql.end({ timeout: 1 });
	}
}
