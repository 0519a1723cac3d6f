import type { Decrypter, Encrypter } from 'age-encryption';

/**
 * The key that encrypts backups, in the format of `age` (`AGE-SECRET-KEY-1…`). It both encrypts and decrypts: its
 * public half is stored nowhere, so nobody without the key can create a file that decrypts with it.
 */
export type EncryptionKey = {
	/** Resolves to an encrypter of any number of files. */
	encrypter(): Encrypter;
	decrypter(): Decrypter;
};

/** A new key, for `parseEncryptionKey`. It is a secret, and backups are useless without it. */
export async function generateEncryptionKey(): Promise<string> {
	const { generateX25519Identity } = await import('age-encryption');
	return generateX25519Identity();
}

/**
 * Reads a key, or a file of `age-keygen`: one line `AGE-SECRET-KEY-1…`, and comments. If the text is not a key,
 * throws an error that does not quote it.
 */
export async function parseEncryptionKey(text: string): Promise<EncryptionKey> {
	// Loaded on demand: it takes several megabytes.
	const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption');
	const lines = text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
	const [identity] = lines;
	try {
		if (lines.length !== 1) throw new Error(`It has ${lines.length} keys.`);
		const recipient = await identityToRecipient(identity!);
		return {
			encrypter() {
				const encrypter = new Encrypter();
				encrypter.addRecipient(recipient);
				return encrypter;
			},
			decrypter() {
				const decrypter = new Decrypter();
				decrypter.addIdentity(identity!);
				return decrypter;
			},
		};
	} catch {
		// The cause may quote the key.
		throw new Error(
			'The encryption key cannot be read. It must be one line that begins with AGE-SECRET-KEY-1, as age-keygen writes it.',
		);
	}
}
