// Every limit that users can reach. Docs, schemas and error messages derive from them; tests check the SQL copies.
import { deliveryLimits, destinationLimits } from './delivery-limits.ts';
import * as shared from './shared-limits.ts';

// Checked before any database query, so a higher limit for one address would have no effect.
const flood = { perSecond: 100, burst: 500 };

export const limits = {
	event: {
		/** Characters. */
		name: 160,
		/** First a letter or digit, then letters, digits, `.`, `_`, `:`, `-`. */
		namePattern: /^[A-Za-z0-9][A-Za-z0-9._:-]*$/,
		/** Maximum lag of an event's time behind the server's, in hours. */
		pastHours: shared.eventPastHours,
		/** Maximum lead of an event's time over the server's, in minutes. */
		futureMinutes: 5,
		/** Events in one request. */
		batch: shared.eventBatch,
		/** Retention of individual events, in days: maximum and default. */
		days: 30,
		/** Shortest retention that a site may set; events arrive up to `pastHours` late and are counted after that. */
		leastDays: 7,
		/** Event names listed per site; names beyond it are stored but not listed. */
		listedNames: 500,
	},
	/** Traits and properties. */
	values: {
		/** Keys in one object. */
		keys: 64,
		/** Characters of a key. */
		key: 64,
		/** Characters of a string. */
		string: 1_024,
		/** UTF-8 bytes of the whole object as JSON. */
		bytes: 4_096,
	},
	account: {
		/** Characters of an account ID. */
		id: 255,
	},
	proof: {
		/** Characters of a proof. */
		length: 8_192,
		/** Maximum lifetime of an event proof, in hours. */
		hours: shared.proofHours,
		/** Default lifetime of an event proof that the helper issues, in seconds. */
		defaultSeconds: shared.proofDefaultSeconds,
		/** Tolerated clock difference, in seconds. */
		skewSeconds: 60,
		/** Keys of one site that may verify at the same time. */
		keys: 2,
	},
	/** Reports from the app's backend to the `events` function. */
	backend: {
		/** Live keys of one site. */
		keys: 2,
		/** Characters of a key's name. */
		keyName: 120,
		/** Events in one request, and maximum number of identifies. */
		batch: shared.backendBatch,
		/** Bytes of a request body. */
		bytes: shared.backendBytes,
		/** Sustained events and identifies per second, and burst, of one site key at one instance of the service. */
		rate: { perSecond: 200, burst: 2_000 },
		/** Failed authentications per second, and burst, of one address at one instance. */
		failures: { perSecond: 1, burst: 20 },
		/** Minutes after which a prompt whose display was released waits for the account again. */
		againMinutes: 10,
		/** Seconds after which an idle page requests a prompt that waits for its account. */
		pollSeconds: shared.idlePollSeconds,
	},
	visitor: {
		/** Retention of visitor history, in days: maximum and default. */
		days: 90,
		/** Shortest retention that a site may set. */
		leastDays: 7,
		/** Displays that a device remembers across `reset()`. */
		deviceDisplays: shared.deviceDisplays,
	},
	session: {
		idleMinutes: shared.sessionIdleMinutes,
		hours: shared.sessionHours,
	},
	request: {
		/** Bytes of a request body. */
		bytes: 65_536,
		/** Levels of nesting in a request body. */
		depth: 8,
		/** Milliseconds after which the service stops waiting for its database and answers 503; less than `timeout`. */
		deadline: 4_000,
		/** Milliseconds after which the SDK gives up on a request. */
		timeout: shared.requestTimeout,
	},
	management: {
		/** Bytes of a request body to the management API. */
		bytes: 262_144,
		/** Levels of nesting in that body; a prompt with the deepest possible audience has 16. */
		depth: 24,
		/** Sustained requests per second, and burst, of one person at one instance of the service. */
		rate: { perSecond: 20, burst: 200 },
		/** Hours for which a repeated write with the same `Idempotency-Key` returns the first response. */
		idempotencyHours: 24,
		/** Items on one page of a list. */
		page: { default: 50, max: 200 },
		/** Form of an `Idempotency-Key`: visible ASCII. */
		idempotencyKey: /^[\x21-\x7e]{1,255}$/,
		/** Revisions listed when an older revision is published. */
		undoneRevisions: 50,
		/** Workspaces that one person may own. */
		workspaces: 50,
		/** Sites of one workspace. */
		sites: 500,
		/** Members of one workspace, open invitations included. */
		members: 500,
		/** Days for which an invitation can be accepted. */
		invitationDays: 7,
	},
	deletion: {
		/** Days for which the deletion of a prompt, a site or a workspace can be undone. */
		undoDays: 7,
		/** Highest number that a preview counts to. */
		counted: 100_000,
	},
	signIn: {
		/** Minutes for which a sign-in request stays open. */
		requestMinutes: 10,
		/** Lifetime of an authorization code, in seconds. */
		codeSeconds: 60,
		/** Lifetime of an access token of a connection. */
		accessHours: 24,
		/** Days without a token refresh after which a connection ends. */
		refreshDays: 60,
		/**
		 * Seconds for which a used refresh token still returns its successor to another process, unless the
		 * successor has been used.
		 */
		reuseSeconds: 30,
		/** Minimum interval between two polls of a device that shows a code, in seconds. */
		pollSeconds: 5,
	},
	approval: {
		/** Hours for which an approval request stays open. */
		requestHours: 24,
		/** Open requests of one connection. */
		openOfConnection: 10,
		/** Open requests to one person. */
		open: 20,
		/** Requests to one person within 24 hours. */
		perDay: 200,
		/** Maximum duration of a grant. */
		hours: 720,
		/** Maximum lifetime of a CI token. */
		pipelineDays: 365,
		/** Minutes for which a sign-in counts as recent. */
		signInMinutes: 15,
	},
	/** Saved audiences. */
	audience: {
		/** Audiences of one site that are not archived. */
		perSite: 200,
		/** Characters of its name. */
		name: 120,
		/** Versions listed with an audience. */
		listedVersions: 50,
	},
	/** Templates per workspace, and the maximum lengths of a name and a description. */
	template: { perWorkspace: 100, name: 120, about: 300 },
	destination: destinationLimits,
	delivery: deliveryLimits,
	display: {
		/** Seconds within which the SDK confirms or releases a display. */
		paintSeconds: shared.displayPaintSeconds,
		/** Seconds that `event()` waits for a delayed prompt. */
		waitSeconds: shared.displayWaitSeconds,
	},
	answer: {
		/** Characters of an answer to a long text question: maximum and default. */
		text: 5_000,
		textDefault: shared.answerTextDefault,
		/** … to a short text question. */
		shortText: 500,
		shortTextDefault: 200,
		/** Characters of the text behind "other". */
		other: shared.answerOther,
		/** Highest sequence number. */
		sequence: shared.answerSequence,
	},
	prompt: {
		/** Bytes of a prompt as JSON. */
		bytes: 65_536,
		/** … of a working copy, which may be too long while it is edited. */
		workingBytes: 131_072,
		questions: 20,
		options: 30,
		languages: 30,
		/** Conditions in one audience or trigger. */
		conditions: 50,
		/** Levels of nested groups. */
		groups: 5,
		/** Event names in each list of a trigger. */
		events: 20,
		/** Maximum number of events that `trigger.repeated` may require, and the longest time in which it counts them, in minutes. */
		repetitions: 1_000,
		repeatedMinutes: 43_200,
		/** Longest time in which no event of `trigger.unless` may follow, in minutes. */
		unlessMinutes: 10_080,
		/** Longest delay, in seconds. */
		delay: 86_400,
		/** Maximum time that a prompt waits for an account, in hours, and the default. */
		waitHours: 168,
		waitHoursDefault: 24,
		/** Maximum of "not during the first … seconds of a session". */
		sessionSeconds: 86_400,
		/** Characters of a title or label. */
		title: 300,
		/** Characters of a longer text. */
		text: 2_000,
		surveyId: 64,
		/** Characters of a question's ID. */
		questionId: 40,
	},
	budget: {
		/** Highest number of displays or responses in a budget. */
		most: 100_000_000,
		/** Months for which the spent displays of past periods are kept. */
		keptMonths: 13,
	},
	experiment: {
		/** Variants of one experiment. */
		variants: { least: 2, most: 5 },
		/** Characters of the key of an experiment or a variant. */
		key: 40,
		/** Highest weight of a variant. */
		weight: 1_000,
	},
	site: {
		/** Share of a site's subjects in its holdout, at most. */
		holdout: 0.5,
		/** Origins on a site's list. */
		origins: 50,
		/** Published prompts of one site. */
		publishedPrompts: 10_000,
	},
	queue: {
		/** Events kept on a device while offline. */
		events: shared.queueEvents,
		/** Characters of the queue in storage. */
		characters: shared.queueCharacters,
	},
	/** Rate limits of the SDK's requests. The first three are defaults of settings of the site. */
	rate: {
		/** Sustained requests per second, and burst, for one address on one site. */
		address: { perSecond: 20, burst: 100 },
		/** … for one subject. */
		subject: { perSecond: 5, burst: 50 },
		/** … for one site. */
		site: { perSecond: 500, burst: 2_000 },
		/** … for one address at one instance of the service; requests beyond it do not reach the database. */
		flood,
		/** The lowest values that can be set; tokens are consumed eight at a time. */
		least: { perSecond: 1, burst: 10 },
		/** The highest values that can be set. */
		most: {
			address: flood,
			subject: { perSecond: 100, burst: 1_000 },
			site: { perSecond: 5_000, burst: 20_000 },
		},
	},
	/** Limits of the lists of properties and traits that the service has seen. */
	seen: {
		/** Number of the newest events, or of visitors, that are examined. */
		sample: 5_000,
		/** Keys, the most frequent first. */
		keys: 100,
		/** Most frequent values of one key. */
		values: 20,
		/** Characters of a listed value; longer ones are only counted. */
		characters: 120,
	},
	/** Limits of the past that a forecast replays. */
	forecast: {
		/** Number of subjects and events together, above which a sample of the subjects is taken. */
		sample: 20_000,
		/** … for a first estimate. */
		first: 2_000,
		least: 100,
		/** Milliseconds after which a forecast returns its result so far. */
		milliseconds: 2_000,
		/** Other prompts whose changes are listed. */
		prompts: 50,
	},
	results: {
		/** Number of answers below which a figure is only a hint, and a period is not a point of a trend. */
		leastAnswers: 30,
		/** Points of a trend. */
		points: 90,
		/** Characters of the name of one side of a comparison. */
		name: 60,
		/** Maximum length of the period of the scores on the overview, in days. */
		scoreDays: 90,
		/** The default length, in days. */
		scoreDaysDefault: 30,
		/** Saved filters of one prompt. */
		filters: 50,
		/** Characters of the name of a saved filter. */
		filterName: 60,
		/** Maximum number of past days in a saved filter whose period moves with the current date. */
		filterDays: 366,
		/** Live links to the results of one prompt. */
		links: 20,
		/** Maximum lifetime of such a link. */
		linkDays: 90,
		/** Default lifetime of such a link. */
		linkDaysDefault: 30,
		/** Minimum number of answers in a group that a link shows. */
		sharedLeast: 5,
		/** Number of the newest texts of one question that a link with texts shows. */
		sharedTexts: 100,
		/** Number of the newest published prompts of a site whose scores are read at once. */
		scoredPrompts: 25,
		/** Groups whose response rates are listed. */
		rateGroups: 20,
		/** Number of the newest displays or responses that are counted by group or searched for repeated answers. */
		rowsByGroup: 50_000,
		/** Minimum number of people with several scores before these scores are compared. */
		repeatLeast: 5,
	},
	/** Working through what visitors wrote. */
	person: {
		/** Characters of a person’s name. */
		name: 80,
	},
	inbox: {
		/** Tags of one site. */
		tags: 500,
		/** Tags of one site that are proposed. */
		proposedTags: 50,
		/** Characters of the definition of a tag. */
		definition: 500,
		/** Examples of one tag. */
		examples: 10,
		/** Characters of a quote. */
		quote: 300,
		/** Labels of one site that are proposed. */
		proposedLabels: 5_000,
		/** Tags and labels that one call proposes, each. */
		proposedAtOnce: 100,
		/** Number of the newest texts from which suggestions are made. */
		suggestedFrom: 1_000,
		/** Tags that are suggested at once. */
		suggestedTags: 8,
		/** Labels that the method proposes at once. */
		suggestedLabels: 50,
		/** Characters of a tag. */
		tag: 40,
		/** Tags of one text answer. */
		tagsPerAnswer: 20,
		/** Notes on one text answer. */
		notes: 100,
		/** Characters of a note. */
		note: 2_000,
		/** Number of the newest other answers of the same account that are listed with an answer. */
		others: 20,
	},
	/** Traits in one filter of responses. */
	segments: 5,
	search: { default: 5, max: 20 },
} as const;
