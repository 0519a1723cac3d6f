import type { Operation } from '../operation/operation.ts';

/** The identity service looks for the confirmation, and makes the change. */
export const confirmSignInChange: Operation<'confirmSignInChange'> = {
	access: 'read write',
	async run({ tx }, { change }) {
		await tx`select app.require_sign_in_change(${change})`;
		return { confirmed: true };
	},
};
