import { consentActions } from '@feedback/contract';

import { connectScope } from '../_shared/http/protected-resource.ts';
import type { Service } from './service.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Metadata of the authorization server (RFC 8414), also served as OpenID discovery: of the paths that clients request,
 * hosted Supabase forwards only OpenID's, where clients require OpenID's fields. No ID tokens are issued.
 */
export function describeServer({ apiUrl, outgoing }: Pick<Service, 'apiUrl' | 'outgoing'>) {
	const issuer = `${apiUrl}/oauth`;
	return {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		device_authorization_endpoint: `${issuer}/device`,
		registration_endpoint: `${issuer}/register`,
		revocation_endpoint: `${issuer}/revoke`,
		jwks_uri: `${issuer}/jwks`,
		scopes_supported: [connectScope, ...consentActions],
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
		code_challenge_methods_supported: ['S256'],
		token_endpoint_auth_methods_supported: ['none'],
		revocation_endpoint_auth_methods_supported: ['none'],
		authorization_response_iss_parameter_supported: true,
		client_id_metadata_document_supported: outgoing !== undefined,
		request_parameter_supported: false,
		request_uri_parameter_supported: false,
		subject_types_supported: ['public'],
		id_token_signing_alg_values_supported: ['RS256'],
	};
}
