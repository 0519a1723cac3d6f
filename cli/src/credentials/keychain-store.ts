import { createRequire } from 'node:module';

import { Failure } from '../failure.ts';
import { credentialSchema } from './credential.ts';
import type { CredentialStore } from './credential.ts';

type Entry = {
	getPassword(): string | null;
	setPassword(password: string): void;
	deletePassword(): boolean;
};
type Keyring = { Entry: new (service: string, account: string, options: typeof lasting) => Entry };

const service = 'feedback-cli';
// Left to itself, the library turns to the kernel's keyring where a Linux has no other: that one forgets
// within days, and at every restart.
const lasting = { linux: { store: 'secret-service' } };

/** Credentials in the system's keychain; nothing where there is none, as on a server. */
export function createKeychainStore(): CredentialStore | undefined {
	try {
		const require = createRequire(import.meta.url);
		const { Entry } = require('@napi-rs/keyring') as Keyring;
		const open = (account: string) => new Entry(service, account, lasting);
		// Whether a keychain answers is known only by asking it.
		open('is-there-a-keychain').getPassword();
		return {
			name: 'keychain',
			read: (apiUrl) =>
				told(() => {
					const text = open(apiUrl).getPassword();
					return text === null ? undefined : credentialSchema.parse(JSON.parse(text));
				}),
			write: (apiUrl, credential) =>
				told(() => open(apiUrl).setPassword(JSON.stringify(credential))),
			remove: (apiUrl) =>
				told(() => {
					const entry = open(apiUrl);
					return entry.getPassword() !== null && entry.deletePassword();
				}),
		};
	} catch {
		return undefined;
	}
}

// It may be locked, or hold what another program wrote.
function told<Result>(step: () => Result): Result {
	try {
		return step();
	} catch (cause) {
		throw new Failure('unreadable_file', "The system's keychain does not work as it should.", {
			hint: 'Unlock it and try again, or set FEEDBACK_KEYRING=0 and sign in again: a file serves then.',
			cause,
		});
	}
}
