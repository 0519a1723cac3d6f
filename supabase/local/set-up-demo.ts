import type { Auth } from './auth.ts';
import { type DemoPerson, ensureDemoPerson } from './demo-person.ts';
import { seedDatabase } from './seeding.ts';
import type { Secrets } from './secrets.ts';

/**
 * Makes the demo's person, workspace, site and prompts, as far as they are missing. A demo that cannot be made is
 * logged and left out: it must not keep the service and its data from starting.
 */
export async function setUpDemo(
	auth: Auth,
	databaseUrl: string,
	credentials: Secrets['demo'],
	log: (line: string) => void,
): Promise<DemoPerson | undefined> {
	try {
		const person = await ensureDemoPerson(auth, credentials);
		await seedDatabase(databaseUrl, person);
		return person;
	} catch (error) {
		log(`Started without setting up the demo: ${(error as Error).message}`);
		log('Your data is unchanged, and everything else works.');
		return undefined;
	}
}
