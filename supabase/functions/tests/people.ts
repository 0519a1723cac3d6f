import { SignJWT } from 'jose';
import type { Sql } from 'postgres';

export const jwtSecret = 'a secret of the local Auth service, 32+ characters';

export type TestPerson = { id: string; email: string; token: string };

/** A person who has just signed in with the local Auth service. */
export function signIn(claims: Record<string, unknown> = {}): Promise<TestPerson> {
	return issueToken(crypto.randomUUID(), claims);
}

/** The same person, who signed in so many minutes ago. */
export function signInEarlier({ id }: TestPerson, minutes: number): Promise<TestPerson> {
	const timestamp = Math.floor(Date.now() / 1_000) - minutes * 60;
	return issueToken(id, { amr: [{ method: 'password', timestamp }] });
}

async function issueToken(id: string, claims: Record<string, unknown>): Promise<TestPerson> {
	const email = `${id.slice(0, 8)}@example.com`;
	const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }];
	const token = await new SignJWT({ email, role: 'authenticated', amr, ...claims })
		.setProtectedHeader({ alg: 'HS256' })
		.setSubject(id)
		.setAudience('authenticated')
		.setIssuedAt()
		.setExpirationTime('1h')
		.sign(new TextEncoder().encode(jwtSecret));
	return { id, email, token };
}

/** Makes the person a member of the workspace. */
export async function join(
	sql: Sql,
	workspace: string,
	person: TestPerson,
	role: 'owner' | 'editor' | 'viewer' = 'owner',
): Promise<void> {
	await sql`
		insert into app.members (workspace_id, person_id, role) values (${workspace}, ${person.id}, ${role})`;
}
