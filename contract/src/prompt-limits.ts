import * as shared from './shared-limits.ts';

export const promptLimits = {
	/** Maximum size of a prompt as JSON, in bytes. */
	bytes: 65_536,
	/** Maximum size of a working copy, in bytes. It may exceed the limit of a prompt while it is edited. */
	workingBytes: 131_072,
	/** Maximum length of the label of a button. */
	button: 40,
	/** Maximum number of delays that "Ask me later" offers. */
	laterChoices: 4,
	questions: 20,
	options: 30,
	languages: 30,
	/** Maximum number of conditions in one audience or trigger. */
	conditions: 50,
	/** Maximum nesting depth of groups. */
	groups: 5,
	/** Maximum number of event names in each list of a trigger. */
	events: 20,
	/**
	 * Maximum number of events that `trigger.repeated` may require, and the maximum period for them, in minutes.
	 */
	repetitions: 1_000,
	repeatedMinutes: 43_200,
	/** Number of the newest other events with the names of a trigger that `trigger.repeated` examines. */
	repeatedSample: 1_000,
	/** Maximum period in which no event of `trigger.unless` may follow, in minutes. */
	unlessMinutes: 10_080,
	/** Longest delay, in seconds. */
	delay: 86_400,
	/** Maximum time that a prompt waits for an account, in hours, and the default. */
	waitHours: 168,
	waitHoursDefault: 24,
	/** Maximum of "not during the first … seconds of a session". */
	sessionSeconds: 86_400,
	/** Maximum length of a title or label, in characters. */
	title: 300,
	/** Maximum length of a longer text, in characters. */
	text: 2_000,
	/** Maximum length of a value that is inserted into a text, in characters; a longer one is cut. */
	value: shared.textValue,
	surveyId: 64,
	/** Maximum length of a question's ID, in characters. */
	questionId: 40,
} as const;
