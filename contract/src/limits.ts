// Every limit that users can reach. Docs, schemas and error messages derive from them; tests check the SQL copies.
import { askLimits } from './ask-limits.ts';
import { approvalLimits, conditionLimits, passkeyLimits, pushLimits } from './approval-limits.ts';
import { deliveryLimits, destinationLimits } from './delivery-limits.ts';
import { promptLimits } from './prompt-limits.ts';
import { cellLimits, openLimits, replicaLimits, requestLimits } from './request-limits.ts';
import { screenshotLimits } from './screenshot-limits.ts';
import * as shared from './shared-limits.ts';
import { targetLimits } from './target-limits.ts';

// Checked before any database query, so a higher limit for one address would have no effect.
const flood = { perSecond: 100, burst: 500 };

export const limits = {
	event: {
		/** Maximum length, in characters. */
		name: 160,
		/** First a letter or digit, then letters, digits, `.`, `_`, `:`, `-`. */
		namePattern: /^[A-Za-z0-9][A-Za-z0-9._:-]*$/,
		/** Maximum lag of an event's time behind the server's, in hours. */
		pastHours: shared.eventPastHours,
		/** Maximum lead of an event's time over the server's, in minutes. */
		futureMinutes: 5,
		/** Maximum number of events in one request. */
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
		/** Maximum number of keys in one object. */
		keys: shared.valueKeys,
		/** Maximum length of a key, in characters. */
		key: shared.valueKeyLength,
		/** Maximum length of a string, in characters. */
		string: shared.valueStringLength,
		/** Maximum size of the whole object as JSON, in UTF-8 bytes. */
		bytes: shared.valueBytes,
	},
	/** Maximum length of an account ID, in characters. */
	account: { id: shared.accountLength },
	proof: {
		/** Maximum length of a proof, in characters. */
		length: shared.proofLength,
		/** Maximum lifetime of an event proof, in hours. */
		hours: shared.proofHours,
		/** Default lifetime of an event proof that the helper issues, in seconds. */
		defaultSeconds: shared.proofDefaultSeconds,
		/** Tolerated clock difference, in seconds. */
		skewSeconds: 60,
		/** Maximum number of keys of one site that may verify at the same time. */
		keys: 2,
	},
	/** Reports from the app's backend to the `events` function. */
	backend: {
		/** Maximum number of live keys of one site. */
		keys: 2,
		/** Maximum length of a key's name, in characters. */
		keyName: 120,
		/** Maximum number of events, and of identifies, in one request. */
		batch: shared.backendBatch,
		/** Maximum size of a request body, in bytes. */
		bytes: shared.backendBytes,
		/** Maximum number of values in that body, and of keys; a full batch has 14,000. */
		body: { values: 20_000, keys: 20_000 },
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
		/** Maximum number of displays that a device remembers across `reset()`. */
		deviceDisplays: shared.deviceDisplays,
	},
	session: { idleMinutes: shared.sessionIdleMinutes, hours: shared.sessionHours },
	request: requestLimits,
	replica: replicaLimits,
	cells: cellLimits,
	management: {
		/** Maximum size of a request body to the management API, in bytes. */
		bytes: 262_144,
		/** Maximum nesting depth of that body; a prompt with the deepest possible audience has 16. */
		depth: 24,
		/** Maximum number of values in that body, and of keys. */
		values: 10_000,
		keys: 10_000,
		/** Sustained requests per second, and burst, of one person at one instance of the service. */
		rate: { perSecond: 20, burst: 200 },
		/** Invalid tokens of connections per second, and burst, of one address at one instance. */
		failures: { perSecond: 1, burst: 20 },
		/** Hours for which a repeated write with the same `Idempotency-Key` returns the first response. */
		idempotencyHours: 24,
		/** Maximum number of items on one page of a list. */
		page: { default: 50, max: 200 },
		/** Format of an `Idempotency-Key`: visible ASCII. */
		idempotencyKey: /^[\x21-\x7e]{1,255}$/,
		/** Maximum number of revisions listed when an older revision is published. */
		undoneRevisions: 50,
		/** Maximum number of workspaces that one person may own. */
		workspaces: 50,
		/** Maximum number of sites of one workspace. */
		sites: 500,
		/** Maximum number of members of one workspace, open invitations included. */
		members: 500,
		/** Days for which an invitation can be accepted. */
		invitationDays: 7,
	},
	open: openLimits,
	deletion: {
		/** Days for which the deletion of a prompt, a site, a workspace or filtered responses can be undone. */
		undoDays: 7,
		/** Highest number that a preview counts to. */
		counted: 100_000,
		/** Most responses that one request deletes by a filter. */
		responses: 1_000,
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
	target: targetLimits,
	approval: approvalLimits,
	condition: conditionLimits,
	passkey: passkeyLimits,
	push: pushLimits,
	/** Saved audiences. */
	audience: {
		/** Maximum number of audiences of one site that are not archived. */
		perSite: 200,
		/** Maximum length of its name, in characters. */
		name: 120,
		/** Maximum number of versions listed with an audience. */
		listedVersions: 50,
	},
	/** Templates per workspace, and the maximum lengths of a name and a description. */
	template: { perWorkspace: 100, name: 120, about: 300 },
	ask: askLimits,
	destination: destinationLimits,
	delivery: deliveryLimits,
	display: {
		/** Seconds within which the SDK confirms or releases a display. */
		paintSeconds: shared.displayPaintSeconds,
		/** Minutes after which a reservation that was not confirmed ends. */
		confirmMinutes: 10,
		/** Seconds that `event()` waits for a delayed prompt. */
		waitSeconds: shared.displayWaitSeconds,
		/** Minutes after which a prompt that a page left open, or whose delay has ended, is not shown on the next page. */
		staleMinutes: shared.displayStaleMinutes,
	},
	answer: {
		/** Length of an answer to a long text question, in characters: maximum and default. */
		text: 5_000,
		textDefault: shared.answerTextDefault,
		/** Length of an answer to a short text question, in characters: maximum and default. */
		shortText: 500,
		shortTextDefault: 200,
		/** Maximum length of the text behind "other", in characters. */
		other: shared.answerOther,
		/** Maximum length of a host, a UTM parameter or an app version that is stored with answers, in characters. */
		contextText: 255,
		/** Highest sequence number. */
		sequence: shared.answerSequence,
	},
	screenshot: screenshotLimits,
	prompt: promptLimits,
	budget: {
		/** Highest number of displays or responses in a budget. */
		most: 100_000_000,
		/** Months for which the spent displays of past periods are kept. */
		keptMonths: 13,
	},
	experiment: {
		/** Maximum number of variants of one experiment. */
		variants: { least: 2, most: 5 },
		/** Maximum length of the key of an experiment or a variant, in characters. */
		key: 40,
		/** Highest weight of a variant. */
		weight: 1_000,
		/** Number of the last days whose answers set the pace of an experiment. */
		paceDays: 7,
		/** Maximum number of days that are worth waiting for a difference. */
		waitDays: 90,
	},
	site: {
		/** Maximum share of a site's subjects in its holdout. */
		holdout: 0.5,
		/** Maximum number of origins on a site's list. */
		origins: 50,
		/** Maximum number of published prompts of one site. */
		publishedPrompts: 10_000,
	},
	/** Days for which the button of a site stays hidden after a visitor hid it. */
	launcher: { hiddenDays: shared.launcherHiddenDays },
	queue: {
		/** Maximum number of events kept on a device while offline. */
		events: shared.queueEvents,
		/** Maximum length of the queue in storage, in characters. */
		characters: shared.queueCharacters,
		/** Maximum number of causes in one report of dropped events. */
		dropCauses: shared.dropCauses,
		/** Maximum number of events that a page keeps in memory until there is room in storage. */
		backlog: shared.backlogEvents,
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
		/** Maximum number of keys, the most frequent first. */
		keys: 100,
		/** Maximum number of the most frequent values of one key. */
		values: 20,
		/** Maximum length of a listed value, in characters; longer values are only counted. */
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
		/** Maximum number of other prompts whose changes are listed. */
		prompts: 50,
	},
	results: {
		/** Number of answers below which a figure is only a hint, and a period is not a point of a trend. */
		leastAnswers: 30,
		/** Points of a trend. */
		points: 90,
		/** Maximum length of the path of a figure, in characters. */
		figure: 200,
		/** Maximum length of the name of one side of a comparison, in characters. */
		name: 60,
		/** Maximum length of the period of the overview, in days. */
		scoreDays: 90,
		/** The default length, in days. */
		scoreDaysDefault: 30,
		/** Maximum number of saved filters of one prompt. */
		filters: 50,
		/** Maximum length of the name of a saved filter, in characters. */
		filterName: 60,
		/** Maximum number of past days in a saved filter whose period moves with the current date. */
		filterDays: 366,
		/** Maximum number of live links to the results of one prompt. */
		links: 20,
		/** Maximum lifetime of such a link. */
		linkDays: 90,
		/** Default lifetime of such a link. */
		linkDaysDefault: 30,
		/** Minimum number of answers in a group that a link shows. */
		sharedLeast: 5,
		/** Number of the newest texts of one question that a link with texts shows. */
		sharedTexts: 100,
		/** Maximum number of tags that a link shows. */
		sharedThemes: 10,
		/** Maximum number of quotes of one tag that a link with texts shows. */
		sharedQuotes: 3,
		/** Number of published prompts of a site whose scores are read at once: those with the most displays. */
		scoredPrompts: 25,
		/** Maximum number of groups whose response rates are listed. */
		rateGroups: 20,
		/** Number of the newest displays or responses that are counted by group or searched for repeated answers. */
		rowsByGroup: 50_000,
		/** Minimum number of people with several scores before these scores are compared. */
		repeatLeast: 5,
	},
	/** Working through what visitors wrote. */
	person: {
		/** Maximum length of a person’s name, in characters. */
		name: 80,
	},
	inbox: {
		/** Number of open text answers, and of done ones, at which the inbox stops counting. */
		counted: 10_000,
		/** Number of text answers with one tag at which it stops counting. */
		countedByTag: 1_000,
		/** Maximum number of tags of one site. */
		tags: 500,
		/** Maximum number of proposed tags of one site. */
		proposedTags: 50,
		/** Maximum length of the definition of a tag, in characters. */
		definition: 500,
		/** Maximum number of examples of one tag. */
		examples: 10,
		/** Maximum length of a quote, in characters. */
		quote: 300,
		/** Maximum number of proposed labels of one site. */
		proposedLabels: 5_000,
		/** Maximum number of tags, and of labels, that one call proposes. */
		proposedAtOnce: 100,
		/** Number of the newest texts from which suggestions are made. */
		suggestedFrom: 1_000,
		/** Maximum number of tags that are suggested at once. */
		suggestedTags: 8,
		/** Maximum number of labels that the method proposes at once. */
		suggestedLabels: 50,
		/** Maximum number of text answers that one call changes. */
		changedAtOnce: 200,
		/** Maximum number of weeks over which the share of a tag is counted. */
		tagWeeks: 52,
		/** Default number of these weeks. */
		tagWeeksDefault: 12,
		/** Number of the newest text answers in which the share of a tag is counted. */
		tagTexts: 20_000,
		/** Maximum number of prompts by whose scores it is divided. */
		tagPrompts: 5,
		/** Maximum length of a tag, in characters. */
		tag: 40,
		/** Maximum number of tags of one text answer. */
		tagsPerAnswer: 20,
		/** Maximum number of notes on one text answer. */
		notes: 100,
		/** Maximum length of a note, in characters. */
		note: 2_000,
		/** Number of the newest other answers of the same account that are listed with an answer. */
		others: 20,
	},
	/** Maximum number of errors in a value that one response lists. */
	issues: 50,
	/** Maximum number of traits in one filter of responses. */
	segments: 5,
	/** Results of a search of the documentation, and the maximum length of its query, in characters. */
	search: {
		default: 5,
		max: 20,
		query: 500,
		/**
		 * Which searches are counted: maximum number of words, and length of a query and of a word, in characters. Then the
		 * number of rows, each for the same words on one day, how many days they are kept, and searches a minute.
		 */
		counted: { words: 8, characters: 80, word: 30, rows: 2_000, days: 90, perMinute: 60 },
	},
} as const;
