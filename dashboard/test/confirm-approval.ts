import { createClient } from '@feedback/client';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import { createPasskey } from '../../supabase/functions/tests/authenticator.ts';
import { findAxeViolations, openDialog } from './accessibility.ts';
import type { AtLocalhost } from './localhost.ts';
import type { addAuthenticator } from './passkeys.ts';
import { addPasskey, readToken, removePasskey } from './passkeys.ts';
import { connectProgram, listSites } from './program.ts';

/**
 * Adds a passkey to the signed-in person of a page, and approves a program's request with it. Before that, what drives
 * the page without the passkey can neither approve nor add a passkey, with or without the interface.
 */
export async function confirmApproval(
	{ environment: { stack }, url }: AtLocalhost,
	page: Page,
	authenticator: Awaited<ReturnType<typeof addAuthenticator>>,
): Promise<void> {
	const token = await readToken(page);
	const person = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
	const program = await connectProgram(stack, person, 'laptop (linux)');
	const [site] = await listSites(person);
	const request = await program.requestGrant({ action: 'prompt:draft', site: site! });
	await addPasskey(page, 'Approver');

	// Without the authenticator there is only the session, which a program can drive.
	await authenticator.press(false);
	await page.goto(`/approvals/${request.id}`);
	await page.getByRole('button', { name: /^Approve for/ }).click();
	const dialog = page.getByRole('dialog', { name: 'Confirm with your passkey' });
	await dialog.waitFor();
	expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
	const refused = { code: 'presence_required' };
	const approving = person.approveGrant({ request: request.id, mode: 'once' });
	await expect(approving).rejects.toMatchObject(refused);
	const begun = await person.beginPasskey();
	const credential = createPasskey().create(begun, { origin: url });
	const { registration } = begun;
	const adding = person.addPasskey({ registration, name: 'Program', credential });
	await expect(adding).rejects.toMatchObject(refused);
	expect((await program.getGrantRequest({ request: request.id })).state).toBe('pending');

	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await authenticator.press(true);
	await page.getByRole('button', { name: /^Approve for/ }).click();
	await page.getByText('Valid until').waitFor();
	expect((await program.listGrants({})).items).toMatchObject([{ action: 'prompt:draft' }]);
	await removePasskey(page, 'Approver');
}
