import { createRequire } from 'node:module';

import { Failure } from '../failure.ts';
import { credentialSchema } from './credential.ts';
import type { CredentialStore } from './credential.ts';

type Entry = {
	getPassword(): string | null;
	setPassword(password: string): void;
	deletePassword(): boolean;
};
type Keyring = {
	Entry: new (service: string, account: string, options: typeof persistent) => Entry;
};

const service = 'feedback-cli';
// On a Linux without a keychain the library would default to the kernel's keyring, which drops entries within days and
// at every restart.
const persistent = { linux: { store: 'secret-service' } };

/** Credentials in the system's keychain; undefined where there is none, as on a server. */
export function createKeychainStore(): CredentialStore | undefined {
	try {
		const require = createRequire(import.meta.url);
		const { Entry } = require('@napi-rs/keyring') as Keyring;
		const open = (account: string) => new Entry(service, account, persistent);
		// The only way to find out whether the keychain works is to access it.
		open('is-there-a-keychain').getPassword();
		return {
			name: 'keychain',
			read: (apiUrl) =>
				withFailure(() => {
					const text = open(apiUrl).getPassword();
					return text === null ? undefined : credentialSchema.parse(JSON.parse(text));
				}),
			write: (apiUrl, credential) =>
				withFailure(() => open(apiUrl).setPassword(JSON.stringify(credential))),
			remove: (apiUrl) =>
				withFailure(() => {
					const entry = open(apiUrl);
					return entry.getPassword() !== null && entry.deletePassword();
				}),
		};
	} catch {
		return undefined;
	}
}

// The keychain may be locked, or the entry written by another program.
function withFailure<Result>(step: () => Result): Result {
	try {
		return step();
	} catch (cause) {
		throw new Failure('unreadable_file', "The system's keychain cannot be used.", {
			hint: 'Unlock it and try again, or set FEEDBACK_KEYRING=0 to use a file, and sign in again.',
			cause,
		});
	}
}
