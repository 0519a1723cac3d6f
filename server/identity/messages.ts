import type { MailMessage } from './identity-options.ts';

/** Minutes for which the code of a message can be used. */
export const codeMinutes = 10;

/** The message with a code, and with a link that enters it. */
export function codeMessage(to: string, code: string, dashboardUrl: string): MailMessage {
	// The code is in the fragment, which is not sent to servers. Programs that open links therefore do not use it up.
	const link = `${dashboardUrl}/sign-in#${new URLSearchParams({ email: to, code }).toString()}`;
	return {
		to,
		subject: `${code} is your sign-in code for Feedback`,
		button: 'Sign in',
		text: [
			`Your sign-in code is ${code}. It can be used once, within ${codeMinutes} minutes.`,
			`Or open this link in the browser in which you asked for it:\n${link}`,
			'If you did not ask for it, ignore this message.',
		].join('\n\n'),
	};
}

/** The message with a one-time link, while codes for the address are refused. */
export function linkMessage(to: string, url: string): MailMessage {
	return {
		to,
		subject: 'Your sign-in link for Feedback',
		button: 'Sign in',
		text: [
			'Someone has entered wrong codes or passwords for this address, so no code is accepted just now.',
			`To sign in, open this link within an hour. It can be used once:\n${url}`,
			'If you did not ask for it, ignore this message.',
		].join('\n\n'),
	};
}

/** The message about too many wrong codes or passwords. */
export function guessesMessage(to: string, dashboardUrl: string): MailMessage {
	return {
		to,
		subject: 'Wrong sign-in codes or passwords for Feedback',
		button: 'Sign in',
		text: [
			'Someone entered wrong codes or passwords for this address too often. Browsers that have not signed in with it before can enter none for a while.',
			`If it was not you, you need not do anything. You can still sign in with a passkey or a provider, or request an e-mail, which then contains a link instead of a code:\n${dashboardUrl}/sign-in`,
		].join('\n\n'),
	};
}

export type OpenInvitation = {
	email: string;
	workspace: string;
	role: string;
	/** Email address of the inviter; null if the inviter has left. */
	inviter: string | null;
};

/** The message to an invited person. `url` contains the secret of the invitation. */
export function invitationMessage(invitation: OpenInvitation, url: string): MailMessage {
	const { email, role } = invitation;
	const workspace = oneLine(invitation.workspace);
	const by = invitation.inviter === null ? '' : ` by ${oneLine(invitation.inviter)}`;
	return {
		to: email,
		subject: `You are invited to ${workspace}`,
		button: 'Join the workspace',
		text: [
			`You are invited${by} to join the workspace ${workspace} in Feedback as ${role}.`,
			`To join, open this link and sign in as ${email}:\n${url}`,
			'If you do not know who invites you, ignore this message.',
		].join('\n\n'),
	};
}

// People choose their names freely, so a name must not add lines that look like ours.
function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
