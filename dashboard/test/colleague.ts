import type { SharedStack } from '../../testing/shared-stack.ts';
import { signInByApi } from './program.ts';
import { signUp } from './sign-up.ts';

/**
 * A second person in the demo person's first workspace. The stack that is returned signs in that person instead.
 *
 * @example
 * const ada = await addColleague(stack, 'editor');
 * const { page } = await openPage(environment, { storageState: await storeSignIn(ada) });
 */
export async function addColleague(
	stack: SharedStack,
	role: 'owner' | 'editor',
): Promise<SharedStack> {
	const demo = await signUp(stack, 'ada');
	const owner = await signInByApi(stack);
	const [workspace] = (await owner.whoami()).workspaces;
	const { url } = await owner.invite({ workspace: workspace!.id, email: demo.email, role });
	const colleague = { ...stack, demo };
	const person = await signInByApi(colleague);
	await person.acceptInvitation({ secret: new URL(url).hash.slice(1) });
	return colleague;
}
