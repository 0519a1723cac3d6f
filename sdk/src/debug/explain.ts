// The words of the console: what each step was, why, and what to do about it. Loaded with `debug`, and on a developer's
// own machine when a call is wrong.
import { reasons } from '@feedback/contract/reasons';
import type { Facts } from '@feedback/contract/wire';

import type { FeedbackError } from '../feedback-error.ts';
import type { FeedbackNotification } from '../notification.ts';
import { adviceOnErrors, adviceOnReasons } from './advice.ts';
import { describeRequest } from './describe-request.ts';

type Outcome = Extract<FeedbackNotification, { type: 'reason' }>;

/** Only the SDK sends these two. */
const releases = {
	blocked: 'The prompt could not be loaded or drawn.',
	late: 'The prompt could not be displayed in time, or was no longer wanted.',
};

/** Errors that pass without a change of the app's code. */
const temporary = /^(network|timeout|bad_answer|rate_limited|unavailable|internal)$/;

const words: Record<string, (...details: never[]) => string> = {
	started: (site: string, address: string) =>
		`Started for site ${site}. The service is ${address}.`,
	init: (site: string) =>
		`init was called again, for ${site}, and ignored: call it once, in the browser entry.`,
	identify: (account: string, traits: object) =>
		`Identify: this visitor is account "${account}"${listKeys(traits, ' with the traits ')}. It is sent with the next request, within a second.`,
	reset: () => 'Reset: the next visitor of this browser is another one.',
	stop: () => 'Stopped: nothing is sent or displayed until init is called again.',
	sent: describeRequest,
	launcher: (text: string) => `The feedback button: ${text}.`,
	proof: (fault: string) =>
		`The event's proof does not count (${fault}): its properties are not verified. Check the key and the clock of your backend.`,
	repair: (field: string) =>
		`The service refused ${field}, which the SDK had stored. It was removed.`,
	retry: (batch: unknown[]) => `Sending ${batch.length} queued messages again.`,
	dropped: (cause: string) => `A queued message was dropped: ${cause}.`,
	reason: describeOutcome,
	displayed: ({ surveyId }: { surveyId: string }) => `Shown: prompt "${surveyId}".`,
	dismissed: ({ surveyId }: { surveyId: string }) => `Prompt "${surveyId}" was closed unfinished.`,
	postponed: ({ surveyId, days }: { surveyId: string; days: number }) =>
		`Prompt "${surveyId}" was postponed by ${days} ${days === 1 ? 'day' : 'days'}.`,
	answered: ({ surveyId }: { surveyId: string }) => `Prompt "${surveyId}" was answered.`,
	error: ({ error }: { error: FeedbackError }) => describeError(error),
};

/** Writes a step or an error to the console. */
export function explain(step: string, details: unknown[]): void {
	const describe = words[step] as ((...details: unknown[]) => string) | undefined;
	const text = describe ? describe(...details) : step;
	const { error } = (details[0] ?? {}) as { error?: FeedbackError };
	if (step !== 'error' || !error) console.log(`[feedback] ${text}`, ...details);
	else if (temporary.test(error.code)) console.warn(`[feedback] ${text}`, error);
	else console.error(`[feedback] ${text}`, error);
}

function listKeys(values: object, before: string): string {
	const keys = Object.keys(values);
	return keys.length ? before + keys.join(', ') : '';
}

function describeOutcome({ reason, event, surveyId, facts }: Outcome): string {
	const subject = event ? `event "${event}"` : 'show';
	const about = surveyId ? `, prompt "${surveyId}"` : '';
	const sentence = { ...reasons, ...releases }[reason] ?? '';
	const advice = adviceOnReasons[reason] ?? '';
	return [
		`Decided on ${subject}${about}: ${reason}. ${sentence} ${advice}`.trim(),
		...(facts ?? []).flatMap(describeFacts),
	].join('\n');
}

function describeFacts({ survey_id, reason, rules }: Facts[number]): string[] {
	return [
		`  ${survey_id}: ${reason}`,
		...rules.map(({ rule, passed, text }) => `    ${passed ? '✓' : '✗'} ${rule}: ${text}`),
	];
}

function describeError({ code, message, field, hint }: FeedbackError): string {
	return [
		`${code}: ${message}`,
		field && `Field: ${field}.`,
		hint,
		adviceOnErrors[code],
		!adviceOnErrors[code] && temporary.test(code) && 'It will be tried again.',
	]
		.filter(Boolean)
		.join(' ');
}
