import { seedVisits } from '../../supabase/seed-visits.ts';
import { seedDemo } from '../../supabase/seed.ts';
import { connectDatabase } from '../postgres/connect.ts';

/** Creates the demo workspace, site and prompts, with the person as owner, and visits with answers if requested. */
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
