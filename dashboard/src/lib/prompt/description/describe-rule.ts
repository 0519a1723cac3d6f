import type {
	AnswerHistoryCondition,
	Audience,
	AudienceCondition,
	ResponseCondition,
	PropertyCondition,
	Rule,
	Where,
} from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

type Condition = AudienceCondition | PropertyCondition | ResponseCondition;
type AnyRule = Audience | Where | Rule<ResponseCondition>;
/** The words for a question, by its ID. */
export type TitleOf = (question: string) => string;
type Compared = Extract<Condition, { op: string }>;

/**
 * Describes a rule, one line for each condition or group that must match. Questions of responses are named by
 * `titleOf`, by default their ID.
 *
 * @example
 * describeRule({ trait: 'plan', op: 'is', value: 'pro' }); // ['The trait “plan” is “pro”.']
 */
export function describeRule(rule: AnyRule, titleOf: TitleOf = (question) => question): string[] {
	const lines = 'all' in rule ? rule.all : [rule];
	return lines.map((line) => capitalize(`${describePart(line, titleOf)}.`));
}

function describePart(rule: AnyRule, titleOf: TitleOf): string {
	if ('none' in rule && rule.none.length === 1) return describeNegated(rule.none[0]!, titleOf);
	if ('all' in rule) return group('all of these are true', rule.all, titleOf);
	if ('any' in rule) return group('at least one of these is true', rule.any, titleOf);
	if ('none' in rule) return group('none of these is true', rule.none, titleOf);
	return describeCondition(rule, titleOf);
}

// A negated event or prompt reads better than a group with one member.
function describeNegated(member: AnyRule, titleOf: TitleOf): string {
	if ('was' in member) {
		return `the prompt ${quote(member.prompt)} was not ${member.was} in the last ${days(member.within_days)}`;
	}
	if ('event' in member) {
		const often =
			member.times === 1
				? 'was not reported'
				: `was reported fewer than ${count(member.times, 'time')}`;
		return `the event ${quote(member.event)} ${often} in the last ${days(member.within_days)}`;
	}
	return group('none of these is true', [member], titleOf);
}

function group(head: string, members: AnyRule[], titleOf: TitleOf): string {
	return `${head}: (${members.map((member) => describePart(member, titleOf)).join('; ')})`;
}

function describeCondition(condition: Condition, titleOf: TitleOf): string {
	if ('trait' in condition) return `the trait ${quote(condition.trait)} ${compare(condition)}`;
	if ('answer' in condition && 'prompt' in condition) return describePastAnswer(condition);
	if ('answer' in condition) {
		return `the answer to ${quote(titleOf(condition.answer))} ${compare(condition)}`;
	}
	if ('property' in condition) {
		const proven = condition.verified ? ', in a valid event proof,' : '';
		return `the event’s property ${quote(condition.property)}${proven} ${compare(condition)}`;
	}
	if ('context' in condition) {
		return `the visitor’s ${condition.context.replaceAll('_', ' ')} ${compare(condition)}`;
	}
	if ('prompt' in condition) {
		const within = `in the last ${days(condition.within_days)}`;
		return `the prompt ${quote(condition.prompt)} was ${condition.was} ${within}`;
	}
	if ('event' in condition) {
		const { event, times, within_days } = condition;
		return `the event ${quote(event)} was reported at least ${count(times, 'time')} in the last ${days(within_days)}`;
	}
	if ('first_seen' in condition) {
		const how = condition.first_seen === 'older_than' ? 'more' : 'less';
		return `the visitor was first seen ${how} than ${days(condition.days)} ago`;
	}
	return condition.identified
		? 'the visitor is signed in to the app'
		: 'the visitor is not signed in to the app';
}

/** Describes a condition on an answer to an earlier prompt. */
export function describePastAnswer(condition: AnswerHistoryCondition): string {
	const response = `the latest response to the prompt ${quote(condition.prompt)}`;
	const age = `is no older than ${days(condition.within_days)}`;
	return condition.op === 'answered'
		? `${response} answers ${quote(condition.answer)} and ${age}`
		: `the answer to ${quote(condition.answer)} in ${response} ${compare(condition)} and ${age}`;
}

function compare(condition: Compared): string {
	switch (condition.op) {
		case 'is':
			return `is ${formatValue(condition.value)}`;
		case 'is_not':
			return `is not ${formatValue(condition.value)}`;
		case 'one_of':
			return `is one of ${condition.value.map(formatValue).join(', ')}`;
		case 'none_of':
			return `is none of ${condition.value.map(formatValue).join(', ')}`;
		case 'contains':
			return `contains ${quote(condition.value)}`;
		case 'not_contains':
			return `does not contain ${quote(condition.value)}`;
		case 'starts_with':
			return `starts with ${quote(condition.value)}`;
		case 'greater':
			return `is more than ${condition.value}`;
		case 'at_least':
			return `is at least ${condition.value}`;
		case 'less':
			return `is less than ${condition.value}`;
		case 'at_most':
			return `is at most ${condition.value}`;
		case 'between':
			return `is between ${condition.value[0]} and ${condition.value[1]}`;
		case 'exists':
			return 'is set';
		case 'missing':
			return 'is not set';
		case 'answered':
		case 'skipped':
			return `is ${condition.op}`;
		case 'before':
		case 'after':
			return `is ${condition.op} ${condition.value}`;
		case 'older_than':
			return `is more than ${days(condition.days)} ago`;
		case 'newer_than':
			return `is less than ${days(condition.days)} ago`;
	}
}

/** A value as an author wrote it. */
export function formatValue(value: string | number | boolean | null): string {
	return typeof value === 'string' ? quote(value) : String(value);
}

/** @example count(2, 'time'); // '2 times' */
export function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}

export function days(number: number): string {
	return count(number, 'day');
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
