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
		text: [
			`Your sign-in code is ${code}. It can be used once, within ${codeMinutes} minutes.`,
			`Or open this link in the browser in which you asked for it:\n${link}`,
			'If you did not ask for it, ignore this message.',
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
