/** Limits of destinations: webhooks, Slack, e-mail and issue trackers. */
export const destinationLimits = {
	/** Maximum number of destinations of one site. */
	perSite: 20,
	/** Maximum number of prompts that one destination may list. */
	prompts: 100,
	/** Maximum length of a webhook or Slack URL, in characters. */
	url: 2_000,
	/** Maximum length of the token of an issue tracker, in characters. */
	token: 500,
	/** Maximum number of labels that a destination gives each new issue. */
	labels: 10,
	/** Maximum number of addresses of one e-mail destination. */
	recipients: 20,
	/** Maximum length of an e-mail address, in characters. */
	address: 254,
	/** Days in which a recipient can confirm an address. */
	confirmationDays: 7,
	/** Hours between two confirmation e-mails of a destination to one address. */
	confirmationHours: 1,
	/** Maximum number of confirmation e-mails of one site within 24 hours. */
	confirmations: 50,
	/** Maximum number of confirmation e-mails to one address within 24 hours, of all sites. */
	confirmationsToAddress: 5,
	/** Maximum number of days for which both secrets sign during a rotation. */
	rotationDays: 7,
	/** Minutes in which an owner chooses the channel in Slack, and then in which they save the destination. */
	slackMinutes: 15,
	/** Hours for which a request to create or change a destination stays open. */
	requestHours: 24,
} as const;

/** Limits of the deliveries to them. */
export const deliveryLimits = {
	/** Maximum number of responses in a message that a person sends to a destination. */
	sentResponses: 20,
	/** Maximum number of such messages of one destination within an hour. */
	sentPerHour: 30,
	/** Maximum length of their heading, of the sender's note, and of the filter to which they link, in characters. */
	sentTitle: 120,
	sentNote: 500,
	sentQuery: 2_000,
	/** Maximum length of an issue's title, in characters: the smallest maximum of the supported trackers. */
	issueTitle: 255,
	/** Maximum number of characters of answers in an issue or a comment. */
	issueAnswers: 20_000,
	/** Maximum number of issues that one request lists. */
	listedIssues: 100,
	/** Seconds that an unanswered request to a destination may take. */
	timeoutSeconds: 10,
	/** Maximum number of bytes of a destination's response that are read. */
	responseBytes: 4_096,
	/** Seconds until the first retry. Each further delay doubles. Every delay is shortened at random by up to half. */
	firstRetrySeconds: 5,
	/** The longest delay between two attempts. */
	longestRetryHours: 6,
	/** Days for which a delivery is retried, and a destination may fail before it is paused. */
	days: 3,
	/** The longest `Retry-After` that is honoured. */
	retryAfterHours: 24,
	/** Maximum number of deliveries that one destination receives at the same time. */
	concurrent: 16,
	/** The same limit for a destination whose last attempt failed. */
	concurrentWhileFailing: 2,
	/** Seconds after which another worker sends a delivery whose worker has stopped. */
	leaseSeconds: 30,
	/** Seconds for which changes of a response are collected into one `response.updated`. */
	collectSeconds: 5,
	/** Minutes without a change after which an unfinished response is closed. */
	quietMinutes: 10,
	/** Retention of messages, deliveries and attempts, in days. */
	retentionDays: 30,
	/** Maximum number of deliveries that one request may send again. */
	redelivered: 10_000,
	/** Maximum length of a stored error, in characters. */
	error: 300,
} as const;
