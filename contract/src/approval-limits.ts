/** Limits of approvals and of what a person confirms. */
export const approvalLimits = {
	/** Hours for which an approval request stays open. */
	requestHours: 24,
	/** Hours before its end at which an undecided request is repeated. */
	reminderHours: 4,
	/** Maximum number of open requests of one connection. */
	openOfConnection: 10,
	/** Maximum number of open requests to one person. */
	open: 20,
	/** Maximum number of requests to one person within 24 hours. */
	perDay: 200,
	/** Maximum length of the reason for a denial, in characters. */
	reason: 500,
	/** Maximum duration of a grant. */
	hours: 720,
	/** Maximum lifetime of a CI token. */
	pipelineDays: 365,
	/** Minutes for which a sign-in counts as recent. */
	signInMinutes: 15,
	/** Time to confirm a request with a passkey. */
	presenceSeconds: 120,
	/** Requests of a person to confirm with a passkey, within ten minutes. */
	presences: 60,
} as const;

/** Limits of passkeys. */
export const passkeyLimits = {
	/** Maximum number of passkeys of one person. */
	perPerson: 20,
	/** Maximum length of a name, in characters. */
	name: 80,
	/** Time to add a passkey, once its browser may create it. */
	registrationMinutes: 10,
	/** Maximum number of passkeys that one person is about to add. */
	registrations: 20,
	/** Maximum length of each part of what a browser created, in characters. */
	credential: 4_000,
} as const;

/** Limits of notifications in browsers. */
export const pushLimits = {
	/** Maximum number of browsers in which one person is notified. */
	devices: 10,
	/** Maximum length of a push service's URL, in characters. */
	endpoint: 1_000,
} as const;

/** Limits of a standing grant with conditions. */
export const conditionLimits = {
	/** Maximum duration of the grant. */
	days: 90,
	/** Maximum number of prompts that one condition names. */
	prompts: 50,
	/** Maximum number of uses. */
	uses: 1_000,
	/** Largest number of people in a condition on the forecast. */
	people: 1_000_000_000,
	/** Minutes for which a stored forecast of a revision counts. */
	forecastMinutes: 60,
	/** Maximum time of a forecast that a condition needs, before the caller has to ask again. */
	forecastSeconds: 10,
} as const;
