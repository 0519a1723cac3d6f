import { seedVisits } from '../../supabase/seed-visits.ts';
import { demoSite, seedDemo } from '../../supabase/seed.ts';
import type { Database } from '../../database/database.ts';
import { connectDatabase } from '../postgres/connect.ts';

type SiteKey = { text: string; hash: Uint8Array };

/**
 * Creates the demo workspace, site and prompts, with the person as owner. With visits, also those with their answers,
 * and the site key of the example app's backend.
 */
export async function seedDatabase(
	url: string,
	person: { id: string; email: string },
	{ visits, siteKey }: { visits: boolean; siteKey: SiteKey },
): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await seedDemo(sql, person);
		if (!visits) return;
		await seedVisits(sql, person.id);
		await addSiteKey(sql, siteKey, person.id);
	} finally {
		await sql.end();
	}
}

/** Adds the key unless the site has or had it, or has as many as it may have. */
async function addSiteKey(sql: Database, { text, hash }: SiteKey, person: string): Promise<void> {
	await sql`
		insert into app.site_keys (site_id, name, prefix, hash, created_by)
		select ${demoSite.id}::uuid, 'Example app', ${text.slice(0, 8)}, ${hash}, ${person}::uuid
		where not exists (select from app.site_keys k where k.hash = ${hash})
		  and (select count(*) from app.site_keys k where k.site_id = ${demoSite.id} and k.revoked_at is null) < 2`;
}
