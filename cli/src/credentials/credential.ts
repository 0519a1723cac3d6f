import { z } from 'zod';

/** What a sign-in leaves behind, for one service. */
export const credentialSchema = z.object({
	access_token: z.string(),
	refresh_token: z.string().optional(),
	/** Seconds since 1970. */
	expires_at: z.number().optional(),
});
export type Credential = z.infer<typeof credentialSchema>;

/** Keeps credentials by the address of their service. */
export type CredentialStore = {
	name: 'keychain' | 'file';
	read(apiUrl: string): Credential | undefined;
	write(apiUrl: string, credential: Credential): void;
	/** True when there was one. */
	remove(apiUrl: string): boolean;
};
