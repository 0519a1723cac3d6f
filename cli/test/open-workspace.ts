import type { Client } from '@feedback/client';
import { inject } from 'vitest';

import { signInByApi } from '../../dashboard/test/program.ts';
import { signUp } from '../../dashboard/test/sign-up.ts';
import type { SharedStack } from '../../testing/shared-stack.ts';

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
	const owner = await signInByApi({ ...stack, demo: await signUp(stack) });
	const { id: workspace } = await owner.createWorkspace({ name: 'Acme' });
	return { stack, owner, workspace };
}
