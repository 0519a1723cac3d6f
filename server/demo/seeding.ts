import { seedVisits } from '../../supabase/seed-visits.ts';
import { seedDemo } from '../../supabase/seed.ts';
import { connectDatabase } from '../postgres/connect.ts';

/** The demo workspace, site and prompts, with the person as owner, and on request visits with answers. */
export async function seedDatabase(
	url: string,
	person: { id: string; email: string },
	{ visits }: { visits: boolean },
): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await seedDemo(sql, person);
		if (visits) await seedVisits(sql, person.id);
	} finally {
		await sql.end();
	}
}
