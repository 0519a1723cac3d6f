import { seedDemo } from '../../supabase/seed.ts';
import { connectDatabase } from '../postgres/connect.ts';

/** The demo workspace, site and prompts, with the person as owner. */
export async function seedDatabase(
	url: string,
	person: { id: string; email: string },
): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await seedDemo(sql, person);
	} finally {
		await sql.end();
	}
}
