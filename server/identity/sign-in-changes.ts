import {
	APIError,
	createAuthMiddleware,
	freshSessionMiddleware,
	getSessionFromCtx,
} from 'better-auth/api';
import type pg from 'pg';

import { assuranceOfPath } from './served-paths.ts';

/**
 * Refuses what a served path needs more for than a live session: a sign-in within the last minutes, and of a person
 * with a passkey its confirmation of exactly this change. The endpoints of plugins check the former for some paths only.
 */
export function requireAssurance(pool: pg.Pool) {
	return {
		matcher: ({ path, method }: { path?: string | undefined; method?: string | undefined }) =>
			assuranceOfPath(method ?? 'POST', path ?? '') !== 'none',
		// What a hook returns would be the response.
		handler: createAuthMiddleware(async (c) => {
			await freshSessionMiddleware(c);
			if (assuranceOfPath(c.method ?? 'POST', c.path) !== 'presence') return;
			const found = await getSessionFromCtx(c);
			const { rows } = await pool.query<{ confirmed: boolean }>(
				'select identity.take_sign_in_change($1, $2) as confirmed',
				[found!.user.id, nameChange(c.path, c.body)],
			);
			if (rows[0]!.confirmed) return;
			throw new APIError('FORBIDDEN', {
				code: 'presence_required',
				message: 'Confirm with your passkey that you want this.',
			});
		}),
	};
}

function nameChange(path: string, body: unknown): string {
	const id = String((body as { id?: unknown } | undefined)?.id);
	switch (path) {
		case '/passkey/generate-register-options':
			return 'addPasskey';
		case '/passkey/update-passkey':
			return `renamePasskey:${id}`;
		case '/passkey/delete-passkey':
			return `removePasskey:${id}`;
		default:
			return 'changePassword';
	}
}
