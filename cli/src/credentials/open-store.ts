import type { Credential, CredentialStore } from './credential.ts';
import { createFileStore } from './file-store.ts';
import { createKeychainStore } from './keychain-store.ts';

/**
 * Opens the keychain, or a private file where there is none or `FEEDBACK_KEYRING=0` is set. Credentials that were
 * stored in the file earlier are still found.
 */
export function openCredentials(folder: string, env: NodeJS.ProcessEnv): CredentialStore {
	const file = createFileStore(folder);
	const keychain = env['FEEDBACK_KEYRING'] === '0' ? undefined : createKeychainStore();
	if (!keychain) return file;
	return {
		name: 'keychain',
		read: (apiUrl): Credential | undefined => keychain.read(apiUrl) ?? file.read(apiUrl),
		write: (apiUrl, credential) => {
			keychain.write(apiUrl, credential);
			file.remove(apiUrl);
		},
		remove: (apiUrl) => [keychain.remove(apiUrl), file.remove(apiUrl)].includes(true),
	};
}
