import { limits } from '@feedback/contract';

import { backendLimitRows, waitingLimitRows } from './backend-limit-rows.ts';
import { experimentLimitRows } from './experiment-limit-rows.ts';
import { inboxLimitRows } from './inbox-limit-rows.ts';
import { askLimitRows } from './ask-limit-rows.ts';
import { audienceLimitRows } from './audience-limit-rows.ts';
import { approvalLimitRows } from './approval-limit-rows.ts';
import { filterLimitRows, groupLimitRows, resultLinkLimitRows } from './results-limit-rows.ts';
import {
	bodyLimitRows,
	openLimitRows,
	cellLimitRows,
	replicaLimitRows,
	requestLimitRows,
} from './request-limit-rows.ts';
import { screenshotLimitRows } from './screenshot-limit-rows.ts';
import { targetLimitRows } from './target-limit-rows.ts';
import { deliveryLimitRows, destinationLimitRows } from './destination-limit-rows.ts';

/** One line of the table of limits. */
export type LimitRow = {
	/** Path of the number in the contract, such as `event.name`. */
	path: string;
	/** The limited quantity, and where it applies. */
	label: string;
	/** Unit behind the number. */
	unit: string;
};

/** Descriptions of every number in the contract; a test fails if a description is missing. */
export const limitRows: Record<string, LimitRow[]> = {
	Events: [
		{ path: 'event.name', label: 'Event name length', unit: 'characters' },
		{ path: 'event.batch', label: 'Events in one request', unit: 'events' },
		{ path: 'event.pastHours', label: 'Age of an event when it arrives', unit: 'hours' },
		{
			path: 'event.futureMinutes',
			label: "Time of an event ahead of the service's clock",
			unit: 'minutes',
		},
		{ path: 'event.listedNames', label: 'Event names listed for one site', unit: 'names' },
	],
	'Properties and traits': [
		{
			path: 'values.keys',
			label: 'Properties of one event, or traits of one visitor',
			unit: 'keys',
		},
		{ path: 'values.key', label: 'Length of a key', unit: 'characters' },
		{ path: 'values.string', label: 'Length of a string value', unit: 'characters' },
		{ path: 'values.bytes', label: 'All properties or traits together, as JSON', unit: 'bytes' },
		{ path: 'account.id', label: 'Account ID length', unit: 'characters' },
	],
	'Event proofs': [
		{ path: 'proof.length', label: 'Length of a proof', unit: 'characters' },
		{ path: 'proof.hours', label: 'Longest lifetime of a proof', unit: 'hours' },
		{
			path: 'proof.defaultSeconds',
			label: 'Lifetime of a proof made by the helper',
			unit: 'seconds',
		},
		{ path: 'proof.skewSeconds', label: 'Tolerated difference between clocks', unit: 'seconds' },
		{ path: 'proof.keys', label: 'Keys of one site that verify at the same time', unit: 'keys' },
	],
	'Backend events': backendLimitRows,
	People: [{ path: 'person.name', label: 'Length of a person’s name', unit: 'characters' }],
	Retention: [
		{ path: 'deletion.undoDays', label: 'How long a deletion can be undone', unit: 'days' },
		{ path: 'deletion.counted', label: 'Where the counts before a deletion end', unit: 'rows' },
		{
			path: 'deletion.responses',
			label: 'Most that one deletion by a filter deletes',
			unit: 'responses',
		},
		{ path: 'event.days', label: 'Retention of individual events', unit: 'days' },
		{
			path: 'event.leastDays',
			label: 'Shortest retention of events that a site can set',
			unit: 'days',
		},
		{ path: 'visitor.days', label: 'Retention of visitor history', unit: 'days' },
		{
			path: 'visitor.leastDays',
			label: 'Shortest retention of visitor history that a site can set',
			unit: 'days',
		},
		{
			path: 'visitor.deviceDisplays',
			label: 'Displays a device remembers across sign-out',
			unit: 'displays',
		},
	],
	'Sessions and displays': [
		{ path: 'session.idleMinutes', label: 'Inactivity that ends a session', unit: 'minutes' },
		{ path: 'session.hours', label: 'Longest session', unit: 'hours' },
		{
			path: 'display.confirmMinutes',
			label: 'Time to confirm a reserved display',
			unit: 'minutes',
		},
		{ path: 'display.paintSeconds', label: 'Time to draw a reserved prompt', unit: 'seconds' },
		{
			path: 'display.waitSeconds',
			label: 'Time event() waits for a delayed prompt',
			unit: 'seconds',
		},
		{
			path: 'display.staleMinutes',
			label: 'Time in which an open prompt goes on on the next page',
			unit: 'minutes',
		},
	],
	Pictures: screenshotLimitRows,
	Answers: [
		{ path: 'answer.text', label: 'Length of a text answer', unit: 'characters' },
		{
			path: 'answer.textDefault',
			label: 'Length of an answer of several lines, unless the question says otherwise',
			unit: 'characters',
		},
		{ path: 'answer.shortText', label: 'Length of an answer of one line', unit: 'characters' },
		{
			path: 'answer.shortTextDefault',
			label: 'Length of an answer of one line, unless the question says otherwise',
			unit: 'characters',
		},
		{ path: 'answer.other', label: 'Length of the text behind “other”', unit: 'characters' },
		{
			path: 'answer.contextText',
			label: 'Length of a referrer, a UTM parameter or an app version',
			unit: 'characters',
		},
		{ path: 'answer.sequence', label: 'Versions of one response', unit: 'versions' },
	],
	Prompts: [
		{ path: 'prompt.bytes', label: 'Size of a prompt as JSON', unit: 'bytes' },
		{ path: 'prompt.questions', label: 'Questions in one prompt', unit: 'questions' },
		{ path: 'prompt.options', label: 'Options of one question', unit: 'options' },
		{ path: 'prompt.languages', label: 'Translations of one prompt', unit: 'languages' },
		{
			path: 'prompt.conditions',
			label: 'Conditions in one audience or trigger',
			unit: 'conditions',
		},
		{ path: 'prompt.groups', label: 'Levels of nested groups', unit: 'levels' },
		{ path: 'prompt.events', label: 'Event names in each list of a trigger', unit: 'names' },
		...waitingLimitRows,
		{ path: 'prompt.delay', label: 'Longest delay', unit: 'seconds' },
		{
			path: 'prompt.sessionSeconds',
			label: 'Longest wait for the age of a session',
			unit: 'seconds',
		},
		{ path: 'prompt.title', label: 'Length of a title or label', unit: 'characters' },
		{ path: 'prompt.laterChoices', label: 'Choices of “Ask me later”', unit: 'choices' },
		{ path: 'prompt.button', label: 'Length of the label of a button', unit: 'characters' },
		{ path: 'prompt.text', label: 'Length of a longer text', unit: 'characters' },
		{
			path: 'prompt.value',
			label: 'Length of a value in a text; a longer one is cut',
			unit: 'characters',
		},
		{ path: 'prompt.surveyId', label: 'Length of a survey ID', unit: 'characters' },
		{ path: 'prompt.questionId', label: 'Length of a question ID', unit: 'characters' },
	],
	Budgets: [
		{ path: 'budget.most', label: 'Largest budget', unit: 'displays or responses' },
		{ path: 'budget.keptMonths', label: 'Figures of past periods are kept for', unit: 'months' },
	],
	Experiments: experimentLimitRows,
	Sites: [
		{
			path: 'launcher.hiddenDays',
			label: 'The feedback button stays hidden, after a visitor hid it, for',
			unit: 'days',
		},
		{ path: 'site.holdout', label: 'Largest holdout of a site', unit: 'of all subjects' },
		{ path: 'site.origins', label: "Origins on a site's list", unit: 'origins' },
		{ path: 'site.publishedPrompts', label: 'Published prompts of one site', unit: 'prompts' },
	],
	Requests: [
		...requestLimitRows,
		...rateRows('rate.address', 'from one network address to one site'),
		...rateRows('rate.subject', 'of one visitor or account'),
		...rateRows('rate.site', 'of one site'),
		...rateRows('rate.flood', 'from one network address to one instance of the service'),
		{
			path: 'rate.most.address.perSecond',
			label: 'Highest sustained rate from one network address to one site that can be set',
			unit: 'requests a second',
		},
		{
			path: 'rate.most.address.burst',
			label: 'Highest burst from one network address to one site that can be set',
			unit: 'requests',
		},
		{
			path: 'rate.most.subject.perSecond',
			label: 'Highest sustained rate of one visitor or account that can be set',
			unit: 'requests a second',
		},
		{
			path: 'rate.most.subject.burst',
			label: 'Highest burst of one visitor or account that can be set',
			unit: 'requests',
		},
		{
			path: 'rate.most.site.perSecond',
			label: 'Highest sustained rate of one site that can be set',
			unit: 'requests a second',
		},
		{
			path: 'rate.most.site.burst',
			label: 'Highest burst of one site that can be set',
			unit: 'requests',
		},
		{
			path: 'rate.least.perSecond',
			label: 'Lowest sustained rate that can be set',
			unit: 'requests a second',
		},
		{ path: 'rate.least.burst', label: 'Lowest burst that can be set', unit: 'requests' },
	],
	'Requests without a sign-in': openLimitRows,
	'Read replica': replicaLimitRows,
	Cells: cellLimitRows,
	'Management API': [
		{ path: 'management.bytes', label: 'Size of a request body', unit: 'bytes' },
		{
			path: 'management.undoneRevisions',
			label: 'Revisions listed when publishing goes back',
			unit: 'revisions',
		},
		{
			path: 'forecast.sample',
			label: 'Subjects and events that a forecast reads before it takes a sample',
			unit: 'in all',
		},
		{ path: 'forecast.first', label: '… for its first estimate in the editor', unit: 'in all' },
		{ path: 'forecast.least', label: 'Smallest sample of a forecast', unit: 'in all' },
		{
			path: 'forecast.milliseconds',
			label: 'Time after which a forecast answers with what it has',
			unit: 'milliseconds',
		},
		{
			path: 'forecast.prompts',
			label: 'Other prompts of which a forecast says what changes',
			unit: 'prompts',
		},
		{
			path: 'results.leastAnswers',
			label: 'Answers that a point of a trend has at least',
			unit: 'answers',
		},
		{ path: 'results.points', label: 'Points of a trend', unit: 'points' },
		{ path: 'results.figure', label: 'Path of a figure', unit: 'characters' },
		{ path: 'results.name', label: 'Name of one side of a comparison', unit: 'characters' },
		{ path: 'results.scoreDays', label: 'Period of the overview', unit: 'days' },
		{ path: 'results.scoreDaysDefault', label: '… unless asked otherwise', unit: 'days' },
		{
			path: 'results.scoredPrompts',
			label: 'Published prompts whose scores the overview shows, those with the most displays',
			unit: 'prompts',
		},
		{
			path: 'management.page.default',
			label: 'Items on one page of a list, unless asked otherwise',
			unit: 'items',
		},
		{ path: 'management.page.max', label: 'Items on one page of a list', unit: 'items' },
		...bodyLimitRows('management'),
		...rateRows('management.rate', 'of one person or tool'),
		...rateRows('management.failures', 'of invalid tokens from one address'),
		{
			path: 'management.idempotencyHours',
			label: 'Time for which a repeated write answers as the first one',
			unit: 'hours',
		},
		{ path: 'prompt.workingBytes', label: 'Size of a working copy of a prompt', unit: 'bytes' },
		{
			path: 'seen.sample',
			label: 'Newest events, or visitors, that a list of properties or traits looks at',
			unit: 'events or visitors',
		},
		{ path: 'seen.keys', label: 'Properties or traits in such a list', unit: 'keys' },
		{ path: 'seen.values', label: 'Values of one key in such a list', unit: 'values' },
		{
			path: 'seen.characters',
			label: 'Length of a value in such a list; longer ones are counted only',
			unit: 'characters',
		},
		{ path: 'issues', label: 'Errors in a value that one response lists', unit: 'errors' },
		{ path: 'segments', label: 'Traits in one filter of responses', unit: 'traits' },
		{ path: 'management.workspaces', label: 'Workspaces that one person owns', unit: 'workspaces' },
		{ path: 'management.sites', label: 'Sites of one workspace', unit: 'sites' },
		{
			path: 'management.members',
			label: 'Members of one workspace with open invitations',
			unit: 'people',
		},
		{ path: 'management.invitationDays', label: 'Time to accept an invitation', unit: 'days' },
	],
	'Sign-in of tools': [
		{ path: 'signIn.requestMinutes', label: 'Time to approve a sign-in', unit: 'minutes' },
		{ path: 'signIn.codeSeconds', label: 'Life of an authorization code', unit: 'seconds' },
		{ path: 'signIn.accessHours', label: 'Life of an access token', unit: 'hours' },
		{ path: 'signIn.refreshDays', label: 'Time after which an unused sign-in ends', unit: 'days' },
		{
			path: 'signIn.reuseSeconds',
			label: 'Time in which a used refresh token may be used again',
			unit: 'seconds',
		},
		{
			path: 'signIn.pollSeconds',
			label: 'Time between two questions of a machine that shows a code',
			unit: 'seconds',
		},
	],
	'Limits by target': targetLimitRows,
	Approvals: approvalLimitRows,
	'Saved audiences': audienceLimitRows,
	'Groups of results': groupLimitRows,
	'Questions in words': askLimitRows,
	'Saved filters': filterLimitRows,
	'Links to results': resultLinkLimitRows,
	Templates: [
		{ path: 'template.perWorkspace', label: 'Templates of one workspace', unit: 'templates' },
		{ path: 'template.name', label: 'Length of the name of a template', unit: 'characters' },
		{
			path: 'template.about',
			label: 'Length of the description of a template',
			unit: 'characters',
		},
	],
	Inbox: inboxLimitRows,
	Destinations: destinationLimitRows,
	Deliveries: deliveryLimitRows,
	'Queue on the device': [
		{ path: 'queue.events', label: 'Events kept while offline', unit: 'events' },
		{ path: 'queue.characters', label: 'Size of the queue', unit: 'characters' },
		{
			path: 'queue.backlog',
			label: 'Events that a page keeps until the queue has room',
			unit: 'events',
		},
		{ path: 'queue.dropCauses', label: 'Causes of dropped events in one report', unit: 'causes' },
	],
	'Documentation search': [
		{ path: 'search.default', label: 'Results without limit', unit: 'results' },
		{ path: 'search.max', label: 'Highest limit', unit: 'results' },
		{ path: 'search.query', label: 'Length of the query', unit: 'characters' },
		{ path: 'search.counted.words', label: 'Words of a counted query', unit: 'words' },
		{ path: 'search.counted.characters', label: 'Length of a counted query', unit: 'characters' },
		{ path: 'search.counted.word', label: 'Length of its words', unit: 'characters' },
		{ path: 'search.counted.rows', label: 'Counts that a server keeps', unit: 'counts' },
		{ path: 'search.counted.days', label: 'How long it keeps them', unit: 'days' },
		{ path: 'search.counted.perMinute', label: 'Searches that are counted', unit: 'a minute' },
	],
};

/** The rows of a rate and its burst. */
function rateRows(path: string, whose: string): LimitRow[] {
	return [
		{ path: `${path}.perSecond`, label: `Sustained rate ${whose}`, unit: 'requests a second' },
		{ path: `${path}.burst`, label: `Burst ${whose}`, unit: 'requests' },
	];
}

/** The number at a path of the contract. */
export function limitAt(path: string): number {
	const value = path
		.split('.')
		.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], limits);
	if (typeof value !== 'number') throw new Error(`There is no limit "${path}" in the contract.`);
	return value;
}
