const hour = 3_600;
const day = 24 * hour;

/**
 * Limits by what is attempted, for all senders together, beside the rate limits by sender: `times` within `seconds`, from the
 * first attempt on. `app.target_limits()` has the same list.
 */
export const targetLimits = {
	/** Wrong codes and passwords for one e-mail address, from browsers that never signed in with it. */
	guess: { times: 10, seconds: hour },
	/** The same, over a longer time. */
	guessInMonth: { times: 45, seconds: 30 * day },
	/** Wrong codes and passwords for one e-mail address, from a browser that signed in with it before. */
	guessOfBrowser: { times: 10, seconds: hour },
	/** Sign-in messages to one recipient, requested by one browser. */
	mailOfBrowser: { times: 5, seconds: hour },
	/** Sign-in messages to one recipient, requested from one network address. */
	mailOfAddress: { times: 5, seconds: hour },
	/** Sign-in messages to one recipient, requested from one network: /24, or /48 of IPv6. */
	mailOfNetwork: { times: 10, seconds: hour },
	/** Sign-in messages to one recipient, requested by browsers that never signed in with it. */
	mail: { times: 60, seconds: hour },
	/** Invitations that one person has mailed to one recipient. */
	mailOfPerson: { times: 10, seconds: hour },
	/** Invitations mailed to one recipient, for all people. */
	invitationMail: { times: 20, seconds: hour },
	/** Failed fetches of one client document, caused by one network address. */
	failedDocument: { times: 5, seconds: 600 },
	/** Fetches of client documents, caused by one network address. */
	document: { times: 30, seconds: 600 },
	/** Reservations of one prompt, from one network address, that are neither confirmed nor released. */
	reservation: { times: 50, seconds: 600 },
	/** The same, from one /48 of IPv6. */
	reservationOfNetwork: { times: 500, seconds: 600 },
	/** Displays of one prompt that one network address reserves, confirmed or not. */
	display: { times: 200, seconds: 600 },
	/** Invitations that one person creates. */
	invitation: { times: 200, seconds: day },
	/** Workspaces that one person creates. */
	workspace: { times: 10, seconds: day },
} as const;
