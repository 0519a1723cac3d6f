import {
	APIError,
	createAuthMiddleware,
	freshSessionMiddleware,
	getSessionFromCtx,
} from 'better-auth/api';
import type pg from 'pg';

/**
 * Refuses a new password without a sign-in within the last minutes and, of a person with a passkey, without its
 * confirmation of exactly this change.
 */
export function requireAssurance(pool: pg.Pool) {
	return {
		matcher: ({ path }: { path?: string | undefined }) => path === '/password/change',
		// What a hook returns would be the response.
		handler: createAuthMiddleware(async (c) => {
			await freshSessionMiddleware(c);
			const found = await getSessionFromCtx(c);
			const { rows } = await pool.query<{ confirmed: boolean }>(
				'select identity.take_sign_in_change($1, $2) as confirmed',
				[found!.user.id, 'changePassword'],
			);
			if (rows[0]!.confirmed) return;
			throw new APIError('FORBIDDEN', {
				code: 'presence_required',
				message: 'Confirm with your passkey that you want this.',
			});
		}),
	};
}
