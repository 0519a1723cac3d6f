import { isUnsafeText } from '@feedback/contract';

import { readText } from '../_shared/http/body.ts';
import { OAuthError } from './oauth-error.ts';

/** The parameters of a request, each at most once, as the RFCs require; empty parameters count as omitted. */
export type Parameters = Record<string, string | undefined>;

/** Maximum size of a body, in bytes. */
export const longestBody = 65_536;

/** Reads `application/x-www-form-urlencoded`. Throws `invalid_request`. */
export async function readForm(request: Request): Promise<Parameters> {
	const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
	if (type !== 'application/x-www-form-urlencoded') {
		throw new OAuthError(
			'invalid_request',
			'The content type must be application/x-www-form-urlencoded.',
		);
	}
	return readParameters(new URLSearchParams(await readText(request, longestBody)));
}

export function readParameters(given: URLSearchParams): Parameters {
	const parameters: Parameters = Object.create(null) as Parameters;
	for (const [name, value] of given) {
		if (name in parameters && name !== 'resource') {
			throw new OAuthError('invalid_request', `${cut(name)} is given twice.`);
		}
		if (isUnsafeText(value) || value.length > 4_000) {
			throw new OAuthError(
				'invalid_request',
				`${cut(name)} is too long, or holds a NUL character.`,
			);
		}
		if (name === 'resource' && parameters[name] !== undefined && parameters[name] !== value) {
			throw new OAuthError('invalid_target', 'A token is issued for one resource only.');
		}
		parameters[name] = value || undefined;
	}
	return parameters;
}

/** Returns a required parameter. */
export function requireParameter(parameters: Parameters, name: string): string {
	const value = parameters[name];
	if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
	return value;
}

function cut(name: string): string {
	return /^\w{1,40}$/.test(name) ? name : 'A parameter';
}
