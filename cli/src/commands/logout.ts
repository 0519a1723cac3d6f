import { z } from 'zod';

import { defineCommand } from '../command.ts';

export const logout = defineCommand({
	name: 'logout',
	summary: 'Sign out and delete the stored sign-in.',
	need: 'nothing',
	options: z.object({}),
	output: z.object({
		api_url: z.string(),
		/** False when nobody was signed in. */
		signed_out: z.boolean(),
		/** False when the service could not be reached: the tokens expire later. */
		revoked: z.boolean(),
	}),
	examples: [{ text: 'On a machine that you no longer use', line: 'logout' }],
	async run(_, { settings, caller, progress, env }) {
		const api_url = settings.api_url.value;
		const store = await caller.store();
		const credential = store.read(api_url);
		if (env['FEEDBACK_TOKEN']) {
			progress('FEEDBACK_TOKEN is set: commands still use it. Unset it to sign out completely.');
		}
		if (!credential) return { api_url, signed_out: false, revoked: false };
		const { revokeCredential } = await import('../sign-in/revoke.ts');
		const revoked = await revokeCredential(api_url, credential).then(
			() => true,
			(error: Error) => {
				progress(`The sign-in was not revoked: ${error.message}`);
				return false;
			},
		);
		store.remove(api_url);
		return { api_url, signed_out: true, revoked };
	},
	render: ({ api_url, signed_out }) =>
		signed_out ? `Signed out of ${api_url}.` : `Nobody is signed in at ${api_url}.`,
});
