import { randomUUID } from 'node:crypto';

import type { SharedStack } from '../../testing/shared-stack.ts';

export type TestPerson = { id: string; email: string; password: string };

/** Signs up a new person without a workspace, with this name in the e-mail address. */
export async function signUp(
	{ authUrl }: Pick<SharedStack, 'authUrl'>,
	name = 'grace',
): Promise<TestPerson> {
	const email = `${name}.${randomUUID().slice(0, 8)}@example.com`;
	const person = { email, password: 'a long enough password' };
	const signedUp = await fetch(`${authUrl}/signup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(person),
	});
	if (!signedUp.ok) throw new Error(await signedUp.text());
	const { user } = (await signedUp.json()) as { user: { id: string } };
	return { id: user.id, ...person };
}
