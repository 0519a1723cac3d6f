import type { TestStack } from './shared-stack.ts';
import { signInByApi } from './program.ts';

/**
 * A second person in the demo person's first workspace. The stack that is returned signs in that person instead.
 *
 * @example
 * const ada = await addColleague(stack, 'editor');
 * const { page } = await openPage(environment, { storageState: await storeSignIn(ada) });
 */
export async function addColleague(stack: TestStack, role: 'owner' | 'editor'): Promise<TestStack> {
	const tag = crypto.randomUUID().slice(0, 8);
	const demo = { email: `ada.${tag}@example.com`, password: 'a long enough password' };
	const signedUp = await fetch(`${stack.authUrl}/signup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(demo),
	});
	if (!signedUp.ok) throw new Error(await signedUp.text());
	const owner = await signInByApi(stack);
	const [workspace] = (await owner.whoami()).workspaces;
	const { url } = await owner.invite({ workspace: workspace!.id, email: demo.email, role });
	const colleague = { ...stack, demo };
	const person = await signInByApi(colleague);
	await person.acceptInvitation({ secret: new URL(url).hash.slice(1) });
	return colleague;
}
