import {
	groupMembers,
	type AskedQuery,
	type ResponseCondition,
	type Rule,
} from '@feedback/contract';

/**
 * The query of a question for the audit log. Words, and values of traits and pages, are left out: they may be about one
 * person, and the log outlives the erasure of that person.
 */
export function describeQuery(
	{ days, from, to, condition, search, tag, question, by }: AskedQuery,
	surveyId: string | undefined,
): string {
	return [
		surveyId ?? 'all prompts',
		...(days === null ? [] : [`${days} days`]),
		...(from === null ? [] : [`from ${from}`]),
		...(to === null ? [] : [`to ${to}`]),
		...(condition === null ? [] : [describeRule(condition)]),
		...(search === null ? [] : ['words']),
		...(tag === null ? [] : [`tag ${tag.name}`]),
		...(question === null ? [] : [`shows ${question}`]),
		...(by === null ? [] : [`by ${by}`]),
	].join('; ');
}

function describeRule(rule: Rule<ResponseCondition>): string {
	const members = groupMembers(rule) as Rule<ResponseCondition>[] | undefined;
	if (members) return `${Object.keys(rule)[0]} of (${members.map(describeRule).join(', ')})`;
	const condition = rule as ResponseCondition;
	if ('trait' in condition) return `trait ${condition.trait} ${condition.op}`;
	if ('context' in condition) return `${condition.context} ${condition.op}`;
	const isOfWords = ['contains', 'not_contains', 'starts_with'].includes(condition.op);
	const value = 'value' in condition && !isOfWords ? ` ${JSON.stringify(condition.value)}` : '';
	return `answer ${condition.answer} ${condition.op}${value}`;
}
