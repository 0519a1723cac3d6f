import type { Client } from '@feedback/client';
import { inject } from 'vitest';

import { signInByApi } from '../../dashboard/test/program.ts';
import type { SharedStack } from './shared-stack.ts';

/**
 * A workspace of the shared service that no other file uses, and the person who owns it.
 *
 * @example
 * const { owner, workspace, stack } = await openWorkspace();
 * const { id } = await owner.createSite({ workspace, name: 'Reports' });
 */
export async function openWorkspace(): Promise<{
	stack: SharedStack;
	owner: Client;
	workspace: string;
}> {
	const stack = inject('shared');
	const email = `${crypto.randomUUID()}@example.com`;
	const person = { email, password: 'a long enough password' };
	const signedUp = await fetch(`${stack.authUrl}/signup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(person),
	});
	if (!signedUp.ok) throw new Error(await signedUp.text());
	const owner = await signInByApi({ ...stack, demo: person });
	const { id: workspace } = await owner.createWorkspace({ name: 'Acme' });
	return { stack, owner, workspace };
}
