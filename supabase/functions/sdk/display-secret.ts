import { ServiceError } from '@feedback/contract';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { equalTexts, type Keyring } from '../_shared/secrets/keyring.ts';

/** The secret of a display: always the same for its ID, so that an idempotent replay returns it again. */
export function displaySecret(keyring: Keyring, display: string): string {
	return encodeBase64url(keyring.sign('display', display)).slice(0, 32);
}

/** Throws `wrong_secret`, without querying the database. */
export function checkDisplaySecret(keyring: Keyring, display: string, secret: string): void {
	if (!equalTexts(displaySecret(keyring, display), secret)) {
		throw new ServiceError('wrong_secret', { field: 'secret' });
	}
}
