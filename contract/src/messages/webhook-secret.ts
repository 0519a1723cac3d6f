import { z } from 'zod';

/** A webhook's signing secret as Standard Webhooks writes it: 24 to 64 bytes. */
export const webhookSecretSchema = z
	.string()
	.regex(/^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
		error: 'must be "whsec_" and 24 to 64 bytes as base64',
	})
	.refine(
		(secret) => {
			const bytes = (secret.replace(/=+$/, '').length - 'whsec_'.length) * 0.75;
			return bytes >= 24 && bytes < 65;
		},
		{ error: 'must hold 24 to 64 bytes' },
	);
