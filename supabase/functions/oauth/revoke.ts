import { hashToken } from '../_shared/secrets/connection-token.ts';
import type { Caller } from './caller.ts';
import { requireParameter, readForm } from './parameters.ts';
import { readClientId } from './token.ts';

/** Signs a client out (RFC 7009): either of its tokens ends the connection. An unknown token is not an error. */
export async function revoke({ service, at }: Caller, request: Request): Promise<Response> {
	const parameters = await readForm(request);
	const client = readClientId(parameters);
	const hash = hashToken(service.keyring, requireParameter(parameters, 'token'));
	await service.home`select app.revoke_token(${hash}, ${client}, ${at})`;
	return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
}
