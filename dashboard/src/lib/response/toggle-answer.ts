import type { AnswerComparison } from '@feedback/contract';

/** How the condition of a filter changes when an answer is chosen in a chart. */
export type ToggledAnswer = {
	/** JSON; an empty string without conditions. */
	condition: string;
	/** Whether the filter has the answer already, so that choosing it removes it. */
	isApplied: boolean;
};

/**
 * Adds an answer to the condition of a filter, in place of another answer to the same question, or removes it.
 * Other conditions stay.
 *
 * @param condition JSON of the condition in the URL, or an empty string
 * @example
 * toggleAnswer('', { answer: 'score', op: 'at_most', value: 6 }).condition;
 * // '{"answer":"score","op":"at_most","value":6}'
 */
export function toggleAnswer(condition: string, answer: AnswerComparison): ToggledAnswer {
	const members = listMembers(condition);
	const written = JSON.stringify(answer);
	const isApplied = members.some((member) => JSON.stringify(member) === written);
	const others = members.filter((member) => member['answer'] !== answer.answer);
	const changed: unknown[] = isApplied ? others : [...others, answer];
	return { condition: joinMembers(changed), isApplied };
}

function joinMembers(members: unknown[]): string {
	if (members.length === 0) return '';
	return JSON.stringify(members.length === 1 ? members[0] : { all: members });
}

function listMembers(condition = ''): Record<string, unknown>[] {
	const rule = parseObject(condition);
	if (!rule) return [];
	const keys = Object.keys(rule);
	return keys.length === 1 && Array.isArray(rule['all'])
		? (rule['all'] as unknown[]).filter(isObject)
		: [rule];
}

/** Undefined for a condition that is empty, or was damaged in the URL. */
function parseObject(json: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
