import { seedAnswers } from '../../supabase/seed-answers.ts';
import { seedDemo } from '../../supabase/seed.ts';
import { connectDatabase } from '../postgres/connect.ts';

/** The demo workspace, site and prompts, with the person as owner, and on request answers of visitors. */
export async function seedDatabase(
	url: string,
	person: { id: string; email: string },
	{ answers }: { answers: boolean },
): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await seedDemo(sql, person);
		if (answers) await seedAnswers(sql, person.id);
	} finally {
		await sql.end();
	}
}
