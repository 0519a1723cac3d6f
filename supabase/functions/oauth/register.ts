import { limits, parseJson } from '@feedback/contract';
import { z } from 'zod';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { readText } from '../_shared/http/body.ts';
import { isAllowedRedirect, describeRedirectHost } from '../_shared/http/redirect-uri.ts';
import { replyJson } from '../_shared/http/reply.ts';
import type { Caller } from './caller.ts';
import { cleanName } from './clean-name.ts';
import { checkClientName } from './client-name.ts';
import { OAuthError, tooMany } from './oauth-error.ts';
import { longestBody } from './parameters.ts';

const metadataSchema = z.object({
	redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
	client_name: z.string().max(1_000).optional(),
	grant_types: z.array(z.string()).max(20).optional(),
	response_types: z.array(z.string()).max(20).optional(),
});

/**
 * Registers a public client (RFC 7591) that has no document. The client's claims about itself are shown to
 * people, but never trusted.
 */
export async function register(caller: Caller, request: Request): Promise<Response> {
	const { redirectUris, name } = readMetadata(await readText(request, longestBody));
	const { service, address, at } = caller;
	const id = `fbc_${encodeBase64url(crypto.getRandomValues(new Uint8Array(16)))}`;
	const [kept] = await service.home<{ registered: boolean }[]>`
		select app.register_client(${id}, ${name},
			array(select jsonb_array_elements_text(${service.home.json(redirectUris)})),
			${address}, ${at}) as registered`;
	if (!kept!.registered) throw tooMany(3_600);
	const answer = {
		client_id: id,
		client_id_issued_at: Math.floor(at.getTime() / 1_000),
		client_name: name,
		redirect_uris: redirectUris,
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		token_endpoint_auth_method: 'none',
	};
	return replyJson(answer, {}, 201);
}

function readMetadata(text: string): { redirectUris: string[]; name: string } {
	const parsed = metadataSchema.safeParse(readJson(text));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const place = issue?.path.join('.') || 'the body';
		throw new OAuthError('invalid_client_metadata', `${place}: ${issue?.message}`);
	}
	const { redirect_uris: redirectUris, client_name, ...asked } = parsed.data;
	if (asked.response_types && !asked.response_types.includes('code')) {
		throw new OAuthError('invalid_client_metadata', 'response_types must include code.');
	}
	if (asked.grant_types && !asked.grant_types.includes('authorization_code')) {
		throw new OAuthError('invalid_client_metadata', 'grant_types must include authorization_code.');
	}
	if (!redirectUris.every(isAllowedRedirect)) {
		throw new OAuthError(
			'invalid_redirect_uri',
			'A redirect URI is https, http on this machine (127.0.0.1, [::1], localhost), or that of a known editor.',
		);
	}
	const checked = checkClientName(client_name ?? '');
	if ('issue' in checked) {
		throw new OAuthError('invalid_client_metadata', `client_name: ${checked.issue}`);
	}
	return { redirectUris, name: checked.name || cleanName(describeRedirectHost(redirectUris[0]!)) };
}

function readJson(text: string): unknown {
	try {
		return parseJson(text, limits.request);
	} catch (error) {
		throw new OAuthError('invalid_client_metadata', (error as Error).message);
	}
}
