import { ServiceError } from '@feedback/contract';

import { mintPreviewToken } from '../../_shared/secrets/preview-token.ts';
import { claimsLife } from '../../_shared/secrets/signed-claims.ts';
import type { Operation } from '../operation/operation.ts';

export const createPreviewToken: Operation<'createPreviewToken'> = {
	access: 'read write',
	async run({ tx, service, person }, { site, prompt, revision }) {
		const [found] = await tx`
			select from app.revisions where site_id = ${site} and prompt_id = ${prompt} and number = ${revision}`;
		if (!found) {
			throw new ServiceError('not_found', {
				message: 'The site has no such prompt, or the prompt no such revision.',
				field: 'revision',
			});
		}
		const now = service.clock();
		return {
			token: mintPreviewToken(service.keyring, site, { prompt, revision, maker: person.id }, now),
			expires_at: new Date(now + claimsLife).toISOString(),
		};
	},
	audit: ({ prompt }) => ({ subject: prompt }),
};
