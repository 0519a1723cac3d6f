import type { ConditionFacts } from './rule-facts.ts';
import { ago, countOf, writeNumber } from './write-amount.ts';

const longestValue = 80;

/** Describes a condition and what it was compared with. */
export function describeCondition(facts: ConditionFacts): string {
	return `${describeRequirement(facts.condition)}; ${describeFact(facts)}`;
}

function describeRequirement(condition: ConditionFacts['condition']): string {
	if ('answer' in condition) {
		const { prompt, answer, within_days } = condition;
		const within = `within ${countOf(within_days, 'day')}`;
		if (condition.op === 'answered') return `${answer} of ${prompt} was answered ${within}`;
		return `${answer} of ${prompt} ${spaced(condition.op)} ${writeValue(condition.value)} ${within}`;
	}
	if ('prompt' in condition) {
		const { prompt, was, within_days } = condition;
		return `${prompt} was ${was} within ${countOf(within_days, 'day')}`;
	}
	if ('event' in condition) {
		const { event, times, within_days } = condition;
		return `${event} at least ${countOf(times, 'time')} within ${countOf(within_days, 'day')}`;
	}
	if ('first_seen' in condition) {
		return `first seen ${spaced(condition.first_seen)} ${countOf(condition.days, 'day')}`;
	}
	if ('identified' in condition) return condition.identified ? 'signed in' : 'not signed in';
	const subject =
		'trait' in condition
			? condition.trait
			: 'property' in condition
				? condition.property
				: condition.context;
	const operator = spaced(condition.op);
	if ('days' in condition) return `${subject} is ${operator} ${countOf(condition.days, 'day')}`;
	if ('value' in condition) return `${subject} ${operator} ${writeValue(condition.value)}`;
	return `${subject} ${operator}`;
}

function describeFact(facts: ConditionFacts): string {
	const { condition } = facts;
	if ('answer' in condition) return describeAnswer(facts);
	if ('prompt' in condition) return `last ${ago(facts.seconds_ago)}`;
	if ('event' in condition) return `${countOf(facts.count ?? 0, 'time')}, this event included`;
	if ('first_seen' in condition) return `it was ${ago(facts.seconds_ago)}`;
	if ('identified' in condition) {
		return facts.identified ? 'the visitor is signed in' : 'the visitor is not signed in';
	}
	const value = 'value' in facts ? writeValue(facts.value) : 'missing';
	const { source, verified } = facts;
	const from = source ? `, the answer to ${source.answer} of ${source.prompt}` : '';
	return `it is ${value}${verified ? ', verified' : ''}${from}`;
}

function describeAnswer({ seconds_ago: seconds, ...facts }: ConditionFacts): string {
	if (seconds === null || seconds === undefined) return 'the prompt was never answered';
	const answer = 'value' in facts ? `answer is ${writeValue(facts.value)}` : 'response skips it';
	return `the latest ${answer}, ${ago(seconds)}`;
}

function spaced(code: string): string {
	return code.replaceAll('_', ' ');
}

/** The value as JSON, cut off when it is long. */
function writeValue(value: unknown): string {
	const characters = [...toJson(value)];

	return characters.length > longestValue
		? `${characters.slice(0, longestValue - 1).join('')}…`
		: characters.join('');
}

function toJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(toJson).join(', ')}]`;
	return typeof value === 'number' ? writeNumber(value) : JSON.stringify(value);
}
