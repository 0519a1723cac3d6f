import { mintDebugToken } from '../../_shared/secrets/debug-token.ts';
import { claimsLife } from '../../_shared/secrets/signed-claims.ts';
import type { Operation } from '../operation/operation.ts';

export const createDebugToken: Operation<'createDebugToken'> = {
	access: 'read write',
	run({ service, person }, { site }) {
		const now = service.clock();
		return Promise.resolve({
			token: mintDebugToken(service.keyring, site, person.id, now),
			expires_at: new Date(now + claimsLife).toISOString(),
		});
	},
	audit: () => ({ subject: null }),
};
