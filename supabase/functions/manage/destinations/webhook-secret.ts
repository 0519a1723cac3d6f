import { sealDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import type { Service } from '../service.ts';

const secretBytes = 32;

/** A secret for webhooks, to be shown once, and in its stored form. */
export type SealedSecret = { secret: string; sealed: Uint8Array<ArrayBuffer> };

/** Seals a secret for a webhook; without one, creates it. */
export async function sealWebhookSecret(
	{ keyring }: Service,
	site: string,
	destination: string,
	secret = mintWebhookSecret(),
): Promise<SealedSecret> {
	return {
		secret,
		sealed: await sealDestinationSecret(keyring, site, destination, 'secret', secret),
	};
}

function mintWebhookSecret(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
	return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
