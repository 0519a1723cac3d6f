import { APIError, createAuthMiddleware } from 'better-auth/api';

/** Where codes are asked for. */
export const sendCodePath = '/email-otp/send-verification-otp';

/**
 * Refuses to send a code for anything but signing in. better-auth has other kinds, whose codes would belong to no browser
 * and could be entered nowhere.
 */
export const signInCodesOnly = {
	matcher: ({ path }: { path?: string | undefined }) => path === sendCodePath,
	handler: createAuthMiddleware((c) => {
		const { type } = (c.body ?? {}) as { type?: unknown };
		if (type === 'sign-in') return Promise.resolve();
		throw new APIError('BAD_REQUEST', { code: 'INVALID_TYPE', message: 'type must be sign-in.' });
	}),
};
