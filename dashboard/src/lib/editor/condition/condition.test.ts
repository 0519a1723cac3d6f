import { audienceSchema, listIssues, whereSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { changeOperator } from './change-operator.ts';
import { kindsOf, mergeKeys } from './merge-keys.ts';
import { groupOperators, operators } from './operators.ts';
import {
	changeKind,
	listConditions,
	moveMember,
	moveOut,
	unwrapMember,
	withMember,
	wrapMembers,
} from './rule-tree.ts';
import { audienceSubjects, replaceCondition, blankCondition, subjectOf } from './subjects.ts';
import type { DraftCondition } from './subjects.ts';
import { isDateText, readScalar, scalarTypeOf, splitList, formatScalar } from './typed-value.ts';

const plan = (): DraftCondition => ({ trait: 'plan', op: 'is', value: 'pro' });

describe('another operator', () => {
	it('keeps the typed value, even if an operator does not show it', () => {
		const [condition, typed] = [plan(), {}];
		changeOperator(condition, 'exists', typed);
		expect(condition).toEqual({ trait: 'plan', op: 'exists' });
		changeOperator(condition, 'newer_than', typed);
		expect(condition).toEqual({ trait: 'plan', op: 'newer_than', days: 14 });
		changeOperator(condition, 'is_not', typed);
		expect(condition).toEqual({ trait: 'plan', op: 'is_not', value: 'pro' });
	});

	it('restores a list after a single value', () => {
		const condition: DraftCondition = { trait: 'n', op: 'one_of', value: ['a', 'b', 3] };
		const typed = {};
		changeOperator(condition, 'is', typed);
		expect(condition['value']).toBe('a');
		changeOperator(condition, 'none_of', typed);
		expect(condition['value']).toEqual(['a', 'b', 3]);
	});

	it.each([
		['is', '12', 'at_least', 12],
		['is', 12, 'contains', '12'],
		['is', 'pro', 'at_least', ''],
		['at_least', 5, 'between', [5, '']],
		['between', [5, 9], 'less', 5],
		['is', 'pro', 'one_of', ['pro']],
		['is', '2026-01-01', 'after', '2026-01-01'],
		['is', 'pro', 'after', ''],
		['contains', '', 'one_of', []],
	])('converts %s %o to %s %o', (op, value, next, expected) => {
		const condition: DraftCondition = { trait: 'x', op, value };
		changeOperator(condition, next, {});
		expect(condition).toEqual({ trait: 'x', op: next, value: expected });
	});

	it('restores the value after a change to any other operator and back', () => {
		const samples: Record<string, unknown> = {
			scalar: 'v',
			list: ['v', 2],
			text: 'v',
			number: 3,
			pair: [3, 4],
			date: '2026-01-01',
			days: 3,
			none: undefined,
		};
		for (const from of operators) {
			for (const to of operators) {
				const value = samples[from.shape];
				const before: DraftCondition = {
					trait: 'x',
					op: from.op,
					...(value !== undefined && { [from.shape === 'days' ? 'days' : 'value']: value }),
				};
				const [condition, typed] = [structuredClone(before), {}];
				changeOperator(condition, to.op, typed);
				changeOperator(condition, from.op, typed);
				expect(condition).toEqual(before);
			}
		}
	});
});

describe('the operators', () => {
	it('match the contract, and each makes a valid condition', () => {
		const values: Record<string, DraftCondition> = {
			scalar: { value: null },
			list: { value: [1] },
			text: { value: 'v' },
			number: { value: 3 },
			pair: { value: [3, 4] },
			date: { value: '2026-01-01' },
			days: { days: 3 },
			none: {},
		};
		for (const { op, shape } of operators) {
			const condition = { property: 'p', op, ...values[shape] };
			expect(whereSchema.safeParse(condition).success, op).toBe(true);
		}
		const { error } = whereSchema.safeParse({ property: 'p', op: 'no' });
		const [fault] = listIssues(error!);
		const known = fault!.message.replace('must be one of ', '').split(', ');
		expect(operators.map(({ op }) => op).sort()).toEqual(known.sort());
	});

	it('for observed types are listed first', () => {
		const labels = groupOperators('trait', ['date']).map(({ label }) => label);
		expect(labels).toEqual(['Any value', 'Date', 'Text', 'Number']);
		expect(groupOperators('device', []).map(({ label }) => label)).toEqual(['Any value']);
		expect(groupOperators('path', []).map(({ label }) => label)).toEqual(['Any value', 'Text']);
	});
});

describe('a blank condition', () => {
	it.each(audienceSubjects.map(({ subject }) => subject))('has the subject %s', (subject) => {
		expect(subjectOf(blankCondition(subject))).toBe(subject);
	});

	it('about context or age is valid immediately', () => {
		for (const subject of ['path', 'device', 'first_seen', 'identified'] as const) {
			expect(audienceSchema.safeParse(blankCondition(subject)).success, subject).toBe(true);
		}
	});

	it('replaces another condition in place', () => {
		const condition = plan();
		replaceCondition(condition, blankCondition('identified'));
		expect(condition).toEqual({ identified: true });
		expect(subjectOf({ context: 'moon' })).toBeUndefined();
	});
});

describe('a rule', () => {
	it('of one condition becomes a group when a second one is added', () => {
		const first = withMember(undefined, plan());
		expect(first).toEqual(plan());
		const both = withMember(first, { identified: true });
		expect(both).toEqual({ all: [plan(), { identified: true }] });
		expect(withMember(both, plan())).toBe(both);
		expect(listConditions(both)).toHaveLength(3);
	});

	it('is grouped, ungrouped and reordered without losing a member', () => {
		const members: DraftCondition[] = [
			plan(),
			{ identified: true },
			{ first_seen: 'older_than', days: 3 },
		];
		const before = structuredClone(members);
		wrapMembers(members, 1, 2, 'any');
		expect(members).toEqual([before[0], { any: [before[1], before[2]] }]);
		expect(unwrapMember(members, 1)).toBe(2);
		expect(members).toEqual(before);
		expect(moveMember(members, 0, 2)).toBe(true);
		expect(members).toEqual([before[1], before[2], before[0]]);
		expect(moveMember(members, 0, -1)).toBe(false);
	});

	it('moves a member out of its group, and removes an empty group', () => {
		const members: DraftCondition[] = [{ any: [plan(), { identified: true }] }];
		expect(moveOut(members, 0, 1)).toBe(1);
		expect(members).toEqual([{ any: [plan()] }, { identified: true }]);
		expect(moveOut(members, 0, 0)).toBe(0);
		expect(members).toEqual([plan(), { identified: true }]);
	});

	it('changes the kind of a group and keeps its members', () => {
		const group: DraftCondition = { all: [plan()] };
		changeKind(group, 'none');
		expect(group).toEqual({ none: [plan()] });
	});
});

describe('a typed value', () => {
	it.each([
		['number', ' 12.5 ', 12.5],
		['number', '-3', -3],
		['number', '12px', undefined],
		['number', '', undefined],
		['number', '1e999', undefined],
		['text', '12', '12'],
		['true', 'x', true],
		['false', '', false],
		['null', '', null],
	] as const)('%s %o is %o', (type, typed, value) => {
		expect(readScalar(type, typed)).toBe(value);
		if (value !== undefined) expect(scalarTypeOf(value)).toBe(type);
	});

	it('is written as it was typed', () => {
		expect([12, 'a', null, true, undefined].map(formatScalar)).toEqual(['12', 'a', '', '', '']);
		expect(splitList('pro, team\nbusiness,,pro')).toEqual(['pro', 'team', 'business']);
	});

	it('is a date only in ISO form', () => {
		expect(['2026-01-01', '2026-01-01T10:00Z'].every(isDateText)).toBe(true);
		expect(['2026-13-01', '1.1.2026', 20260101].some(isDateText)).toBe(false);
	});
});

describe('observed data', () => {
	const format = {
		key: 'format',
		count: 5,
		types: ['string' as const],
		values: [{ value: 'pdf', count: 5 }],
	};
	const numbers = {
		key: 'format',
		count: 9,
		types: ['number' as const],
		values: [{ value: 1, count: 9 }],
	};

	it('of several events is merged', () => {
		const other = { ...format, key: 'pages', count: 6 };
		expect(mergeKeys([[format, other], [numbers]])).toEqual([
			{
				key: 'format',
				count: 14,
				types: ['string', 'number'],
				values: [
					{ value: 1, count: 9 },
					{ value: 'pdf', count: 5 },
				],
			},
			other,
		]);
	});

	it('lists what can be compared', () => {
		expect(kindsOf(undefined)).toEqual([]);
		expect(kindsOf(numbers)).toEqual(['number']);
		expect(kindsOf({ ...format, values: [{ value: '2026-01-01', count: 1 }] })).toEqual([
			'date',
			'text',
		]);
	});
});
