import { limits } from '@feedback/contract';

type Target = keyof typeof limits.target;

const labels: Record<Target, { label: string; unit: string }> = {
	guess: {
		label: 'Wrong codes and passwords for one e-mail address, from browsers new to it',
		unit: 'guesses',
	},
	guessInMonth: { label: 'The same, over a longer time', unit: 'guesses' },
	guessOfBrowser: {
		label: 'Wrong codes and passwords for one e-mail address, from a browser that signed in before',
		unit: 'guesses',
	},
	mailOfBrowser: { label: 'Sign-in e-mails to one address for one browser', unit: 'e-mails' },
	mailOfAddress: {
		label: 'Sign-in e-mails to one address for one network address',
		unit: 'e-mails',
	},
	mailOfNetwork: {
		label: 'Sign-in e-mails to one address for one network (/24, /48 of IPv6)',
		unit: 'e-mails',
	},
	mail: { label: 'Sign-in e-mails to one address for browsers new to it', unit: 'e-mails' },
	invitationMail: { label: 'Invitations mailed to one address for all people', unit: 'e-mails' },
	mailOfPerson: { label: 'Invitations mailed to one address for one person', unit: 'e-mails' },
	failedDocument: {
		label: 'Failed fetches of one client document for one network address',
		unit: 'fetches',
	},
	document: { label: 'Fetches of client documents for one network address', unit: 'fetches' },
	reservation: {
		label: 'Displays of one prompt reserved by one network address and not confirmed',
		unit: 'displays',
	},
	reservationOfNetwork: { label: 'The same, from one /48 of IPv6', unit: 'reservations' },
	display: { label: 'Displays of one prompt reserved by one network address', unit: 'displays' },
	invitation: { label: 'Invitations by one person', unit: 'invitations' },
	workspace: { label: 'Workspaces created by one person', unit: 'workspaces' },
};

/** Limits by what is attempted, with the time for which attempts count. */
export const targetLimitRows = (Object.keys(limits.target) as Target[]).flatMap((target) => {
	const { label, unit } = labels[target];
	return [
		{ path: `target.${target}.times`, label, unit },
		{ path: `target.${target}.seconds`, label: '… counted for', unit: 'seconds' },
	];
});
