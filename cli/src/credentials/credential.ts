import { z } from 'zod';

/** The tokens of a sign-in. */
export const credentialSchema = z.object({
	access_token: z.string(),
	refresh_token: z.string().optional(),
	/** Seconds since 1970. */
	expires_at: z.number().optional(),
});
export type Credential = z.infer<typeof credentialSchema>;

/** Stores credentials, keyed by the address of their service. */
export type CredentialStore = {
	name: 'keychain' | 'file';
	read(apiUrl: string): Credential | undefined;
	write(apiUrl: string, credential: Credential): void;
	/** Returns whether there was a credential. */
	remove(apiUrl: string): boolean;
};
