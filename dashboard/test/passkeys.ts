// Passkeys of tests, in Chromium's virtual authenticator.
import type { Page } from 'playwright';

/** Adds a virtual authenticator to a page, whose person touches it when asked. */
export async function addAuthenticator(page: Page, verifiesUser = true) {
	const session = await page.context().newCDPSession(page);
	await session.send('WebAuthn.enable');
	const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: verifiesUser ? 'internal' : 'usb',
			hasResidentKey: true,
			hasUserVerification: verifiesUser,
			isUserVerified: verifiesUser,
			automaticPresenceSimulation: true,
		},
	});
	return {
		/** Whether the person touches it from now on when a page asks for a passkey. */
		press: (enabled: boolean) =>
			session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
	};
}

/** Adds a passkey on the account page. */
export async function addPasskey(page: Page, name: string): Promise<void> {
	await page.goto('/account');
	await page.getByLabel('Name of the new passkey').fill(name);
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.getByText('The passkey was added.').waitFor();
}

export async function removePasskey(page: Page, name: string): Promise<void> {
	await page.goto('/account');
	await page.getByRole('button', { name: `Remove ${name}` }).click();
	await page.getByRole('button', { name: 'Remove passkey' }).click();
	await page.getByText('The passkey was removed.').waitFor();
}

/** The access token of a signed-in page. */
export function readToken(page: Page): Promise<string> {
	return page.evaluate(() => {
		const stored = localStorage.getItem('feedback-session')!;
		return (JSON.parse(stored) as { access_token: string }).access_token;
	});
}
