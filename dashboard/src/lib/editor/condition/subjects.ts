import { limits } from '@feedback/contract';

import { isContextName, type ContextName, contextSubjects } from './context-subjects.ts';

// The subjects of conditions, with a blank condition for each. Conditions have the form of a prompt file, and may be
// incomplete or invalid while they are edited.

export type DraftCondition = Record<string, unknown>;

/** Compared by an operator. */
export type Comparison = 'trait' | 'property' | ContextName;
export type Subject =
	| Comparison
	| 'answer'
	| 'past_answer'
	| 'prompt'
	| 'event'
	| 'first_seen'
	| 'identified';

export type SubjectLabels = { subject: Subject; words: string; group: string };

/** For an audience, in the order in which they are offered. */
export const audienceSubjects: readonly SubjectLabels[] = [
	{ subject: 'trait', words: 'Trait', group: 'Visitor' },
	{ subject: 'identified', words: 'Signed in', group: 'Visitor' },
	{ subject: 'first_seen', words: 'First seen', group: 'History' },
	{ subject: 'event', words: 'Event', group: 'History' },
	{ subject: 'prompt', words: 'Prompt', group: 'History' },
	{ subject: 'past_answer', words: 'Answer', group: 'History' },
	{ subject: 'path', words: 'Path', group: 'Context' },
	{ subject: 'device', words: 'Device', group: 'Context' },
	{ subject: 'language', words: 'Language', group: 'Context' },
];

/** For the properties of an event. */
export const propertySubjects: readonly SubjectLabels[] = [
	{ subject: 'property', words: 'Property', group: 'Event' },
];

/** For responses: filters of results, and conditions of destinations. */
export const responseSubjects: readonly SubjectLabels[] = [
	{ subject: 'answer', words: 'Answer', group: 'Response' },
	{ subject: 'trait', words: 'Trait', group: 'Visitor' },
	...contextSubjects,
];

/** Those of which the first condition of a filter may be; the others are offered in its row. */
export const firstResponseSubjects = responseSubjects.filter(
	({ subject }) => !/^(utm_(?!source)|viewport_height)/.test(subject),
);

/** Undefined for an unknown kind of condition. */
export function subjectOf(condition: DraftCondition): Subject | undefined {
	if ('context' in condition) {
		return isContextName(condition['context']) ? condition['context'] : undefined;
	}
	if ('answer' in condition && 'prompt' in condition) return 'past_answer';
	const own = [
		...(['trait', 'property', 'answer'] as const),
		...(['prompt', 'event', 'first_seen', 'identified'] as const),
	];
	return own.find((key) => key in condition);
}

export function isComparison(subject: Subject): subject is Comparison {
	return subject === 'trait' || subject === 'property' || isContextName(subject);
}

/** A new condition about a subject. */
export function blankCondition(subject: Subject): DraftCondition {
	switch (subject) {
		case 'trait':
		case 'property':
			return { [subject]: '', op: 'is' };
		case 'answer':
			return { answer: '', op: 'answered' };
		case 'past_answer':
			return { prompt: '', answer: '', op: 'answered', within_days: limits.visitor.days };
		case 'path':
			return { context: 'path', op: 'starts_with', value: '/' };
		case 'device':
			return { context: 'device', op: 'is', value: 'desktop' };
		case 'prompt':
			return { prompt: '', was: 'answered', within_days: limits.event.days };
		case 'event':
			return { event: '', times: 1, within_days: limits.event.days };
		case 'first_seen':
			return { first_seen: 'older_than', days: 14 };
		case 'identified':
			return { identified: true };
		case 'viewport_width':
		case 'viewport_height':
			return { context: subject, op: 'less' };
		default:
			return { context: subject, op: 'is' };
	}
}

/**
 * Turns one condition into another in place, so that references to it stay valid.
 *
 * @example
 * replaceCondition(condition, blankCondition('path'));
 */
export function replaceCondition(condition: DraftCondition, next: DraftCondition): void {
	for (const key of Object.keys(condition)) {
		if (!(key in next)) delete condition[key];
	}
	Object.assign(condition, next);
}

/** Sets a member of a condition; undefined removes it, as the contract has no empty members. */
export function setMember(condition: DraftCondition, key: string, value: unknown): void {
	if (value === undefined) delete condition[key];
	else condition[key] = value;
}
