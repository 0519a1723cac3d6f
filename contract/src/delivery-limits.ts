/** Limits of destinations: webhooks, Slack and e-mail. */
export const destinationLimits = {
	/** Destinations of one site. */
	perSite: 20,
	/** Prompts that one destination may list. */
	prompts: 100,
	/** Characters of a webhook's or a Slack URL. */
	url: 2_000,
	/** Addresses of one e-mail destination. */
	recipients: 20,
	/** Characters of an e-mail address. */
	address: 254,
	/** Days in which a recipient can confirm an address. */
	confirmationDays: 7,
	/** Hours between two confirmation e-mails of a destination to one address. */
	confirmationHours: 1,
	/** Confirmation e-mails of one site within 24 hours. */
	confirmations: 50,
	/** Confirmation e-mails to one address within 24 hours, of all sites. */
	confirmationsToAddress: 5,
	/** Days for which both secrets sign during a rotation, at most. */
	rotationDays: 7,
	/** Hours for which a request to create or change a destination stays open. */
	requestHours: 24,
} as const;

/** Limits of the deliveries to them. */
export const deliveryLimits = {
	/** Seconds that an unanswered request to a destination may take. */
	timeoutSeconds: 10,
	/** Bytes of a destination's response that are read. */
	responseBytes: 4_096,
	/** Seconds until the first retry; each further delay is twice as long, and each is shortened at random by up to half. */
	firstRetrySeconds: 5,
	/** The longest delay between two attempts. */
	longestRetryHours: 6,
	/** Days for which a delivery is retried, and a destination may fail before it is paused. */
	days: 3,
	/** The longest `Retry-After` that is honoured. */
	retryAfterHours: 24,
	/** Deliveries that one destination receives at the same time. */
	concurrent: 16,
	/** The same limit for a destination whose last attempt failed. */
	concurrentWhileFailing: 2,
	/** Seconds after which a delivery whose worker has stopped is sent by another one. */
	leaseSeconds: 30,
	/** Seconds for which changes of a response are collected into one `response.updated`. */
	collectSeconds: 5,
	/** Minutes without a change after which an unfinished response is closed. */
	quietMinutes: 10,
	/** Retention of messages, deliveries and attempts, in days. */
	retentionDays: 30,
	/** Deliveries that one request may send again. */
	redelivered: 10_000,
	/** Characters of a stored error. */
	error: 300,
} as const;
