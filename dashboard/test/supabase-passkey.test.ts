import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAxeViolations, getHorizontalOverflow } from './accessibility.ts';
import { confirmApproval } from './confirm-approval.ts';
import { signIn } from './environment.ts';
import { startAtLocalhost, type AtLocalhost } from './localhost.ts';
import { addAuthenticator } from './passkeys.ts';

let at: AtLocalhost;
beforeAll(async () => {
	at = await startAtLocalhost('supabase');
});
afterAll(() => at?.environment.close());

it('a person of Supabase Auth adds a passkey, and only they can approve from then on', async () => {
	const { page, context, consoleErrors } = await at.open({ viewport: { width: 360, height: 740 } });
	const authenticator = await addAuthenticator(page);
	await signIn(page, at.environment.stack);
	await page.getByRole('link', { name: 'Add a passkey' }).click();
	await page.getByLabel('Name of the new passkey').waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findAxeViolations(page)).toEqual([]);
	await confirmApproval(at, page, authenticator);
	expect(consoleErrors.filter((line) => !line.includes('403'))).toEqual([]);
	await context.close();
});
