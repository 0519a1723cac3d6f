import type { Audience, Where } from '@feedback/contract';

import { describeRule } from '#lib/prompt/description/describe-rule.ts';

import { findOperator } from './operators.ts';
import { membersOf, groupKindOf } from './rule-tree.ts';
import type { DraftRule } from './rule-tree.ts';
import { isComparison, subjectOf } from './subjects.ts';

const blank = '…';

/**
 * Describes a rule while it is edited, with gaps for missing values.
 *
 * @example
 * describeDraftRule({ trait: 'plan', op: 'is' }); // ['The trait “plan” is “…”.']
 */
export function describeDraftRule(rule: DraftRule): string[] {
	return describeRule(fillGaps(rule) as Audience | Where);
}

function fillGaps(rule: DraftRule): DraftRule {
	const kind = groupKindOf(rule);
	if (kind) return { [kind]: membersOf(rule)!.map(fillGaps) };
	const subject = subjectOf(rule);
	if (!subject) return { trait: blank, op: 'exists' };
	const filled = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, fill(value)]));
	if (subject === 'prompt' || subject === 'event') return { ...gapsOf[subject], ...filled };
	if (subject === 'past_answer') return { within_days: blank, ...fillAnswer(filled) };
	if (!isComparison(subject)) return { days: blank, ...filled };
	return fillValue(filled);
}

const gapsOf = {
	prompt: { was: blank, within_days: blank },
	event: { times: blank, within_days: blank },
};

function fillAnswer(condition: DraftRule): DraftRule {
	return condition['op'] === 'answered' ? condition : fillValue(condition);
}

function fillValue(condition: DraftRule): DraftRule {
	const operator = findOperator(condition['op']);
	if (!operator) return { ...condition, op: 'is', value: blank };
	const { value } = condition;
	switch (operator.shape) {
		case 'list':
			return { ...condition, value: Array.isArray(value) && value.length > 0 ? value : [blank] };
		case 'pair': {
			const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
			return { ...condition, value: [fill(low), fill(high)] };
		}
		case 'days':
			return { days: blank, ...condition };
		case 'text':
			return { ...condition, value: typeof value === 'string' ? value : String(fill(value)) };
		default:
			return { ...condition, value: value === undefined ? blank : value };
	}
}

function fill(value: unknown): unknown {
	return value === undefined || value === '' ? blank : value;
}
