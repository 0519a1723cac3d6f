import type { Rule } from '../condition.ts';
import type { LintIssue } from './lint-issue.ts';

type Condition = Record<string, unknown>;
type Placed = { condition: Condition; path: LintIssue['path'] };

/** Conditions of a rule that contradict each other, so that nobody meets all of them. */
export function lintRule(rule: Rule<object>, path: LintIssue['path']): LintIssue[] {
	const all = listRequired(rule, path);
	const found = all.flatMap(({ condition, path: here }, at) =>
		all
			.slice(0, at)
			.filter((earlier) => contradicts(earlier.condition, condition))
			.slice(0, 1)
			.map((earlier): LintIssue => ({
				severity: 'warning',
				path: here,
				message: `contradicts ${earlier.path.join('.')}, so nobody matches`,
			})),
	);
	return [...found, ...listAlternatives(rule, path).flatMap((one) => lintRule(one.rule, one.path))];
}

/** The conditions that must all be met. */
function listRequired(rule: Rule<object>, path: LintIssue['path']): Placed[] {
	if ('all' in rule) {
		return (rule.all as Rule<object>[]).flatMap((one, at) =>
			listRequired(one, [...path, 'all', at]),
		);
	}
	return 'any' in rule || 'none' in rule ? [] : [{ condition: rule as Condition, path }];
}

/** The rules in groups of which not all have to be met. */
function listAlternatives(
	rule: Rule<object>,
	path: LintIssue['path'],
): { rule: Rule<object>; path: LintIssue['path'] }[] {
	if ('all' in rule) {
		return (rule.all as Rule<object>[]).flatMap((one, at) =>
			listAlternatives(one, [...path, 'all', at]),
		);
	}
	const [key, group] = Object.entries(rule)[0] as [string, Rule<object>[]];
	if (key !== 'any' && key !== 'none') return [];
	return group.map((one, at) => ({ rule: one, path: [...path, key, at] }));
}

const subjects = ['trait', 'property', 'context'] as const;

function contradicts(one: Condition, other: Condition): boolean {
	if ('identified' in one && 'identified' in other)
		return one['identified'] !== other['identified'];
	const subject = subjects.find((key) => key in one);
	// A visitor may have several languages.
	if (!subject || one[subject] !== other[subject] || one[subject] === 'language') return false;
	return excludes(one, other) || excludes(other, one);
}

/** Whether a value that meets one condition never meets the other. Lists only pairs that are certain. */
function excludes(one: Condition, other: Condition): boolean {
	const [value, second] = [one['value'], other['value']];
	if (one['op'] === 'missing') {
		return ['is', 'one_of', 'exists', 'contains', 'starts_with'].includes(String(other['op']));
	}
	if (one['op'] === 'is') return !meets(value, String(other['op']), second);
	if (one['op'] === 'one_of' && Array.isArray(value)) {
		return value.every((each) => !meets(each, String(other['op']), second));
	}
	if (one['op'] === 'at_least' && other['op'] === 'at_most') return Number(value) > Number(second);
	return false;
}

function meets(value: unknown, op: string, given: unknown): boolean {
	const isNumber = typeof value === 'number' && typeof given === 'number';
	switch (op) {
		case 'is':
			return value === given;
		case 'is_not':
			return value !== given;
		case 'one_of':
			return (given as unknown[]).includes(value);
		case 'none_of':
			return !(given as unknown[]).includes(value);
		case 'at_least':
			return isNumber && value >= given;
		case 'at_most':
			return isNumber && value <= given;
		default:
			return true;
	}
}
