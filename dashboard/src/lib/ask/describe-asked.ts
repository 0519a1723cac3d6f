import { npsGroups } from '@feedback/contract';
import type { ResponseCondition, Rule } from '@feedback/contract';

import { describeRule } from '#lib/prompt/description/describe-rule.ts';
import { describePeriod } from '#lib/response/describe-period.ts';
import type { ResponseFilter } from '#lib/response/response-filter.ts';
import { quote } from '#lib/text/visible-text.ts';

type Asked = {
	filter: ResponseFilter;
	/** Name of the prompt; undefined for all. */
	prompt: string | undefined;
	/** Questions of the prompt, as far as they are known. */
	questions: readonly { id: string; type: string; title: string }[];
	/** Name of the tag; undefined without one. */
	tag: string | undefined;
};

/**
 * Says which responses a filter selects, after their number. Written from the filter alone: no model takes part.
 *
 * @example
 * `12 ${describeAsked(asked)}`; // '12 responses to “Export” in the last 30 days, from detractors, with “slow”'
 */
export function describeAsked({ filter, prompt, questions, tag }: Asked): string {
	const rules = filter.condition ? flatten(JSON.parse(filter.condition) as RuleOf) : [];
	const { search, traits, account, variant, revision, state } = filter;
	const whose = [
		...rules.map((rule) => describePart(rule, questions)),
		...(search ? [`with ${quote(search)}`] : []),
		...(tag === undefined ? [] : [`tagged ${quote(tag)}`]),
		...(traits.length > 0 ? [`where the traits are ${traits.map(quote).join(' and ')}`] : []),
		...(account ? [`from the account ${quote(account)}`] : []),
		...(variant ? [`to the variant ${quote(variant)}`] : []),
		...(revision ? [`to revision ${revision}`] : []),
		...(state ? [state === 'final' ? 'complete ones only' : 'partial ones only'] : []),
	];
	const start = [
		tag === undefined ? 'responses' : 'texts',
		...(prompt === undefined ? [] : [`to ${quote(prompt)}`]),
		...(filter.period === '' ? [] : [periodOf(filter)]),
	].join(' ');
	// “Responses with …”, but “responses to “Export”, with …”.
	const isBare = !start.includes(' ');
	return isBare && whose.length > 0 ? `${start} ${whose.join(', ')}` : [start, ...whose].join(', ');
}

/** The words that texts must contain, to highlight them; empty without any. */
export function findWords({ search, condition }: ResponseFilter): string {
	if (search || !condition) return search;
	const found = flatten(JSON.parse(condition) as RuleOf).map(readWords);
	return found.find((words) => words !== undefined) ?? '';
}

type RuleOf = Rule<ResponseCondition>;

function periodOf(filter: ResponseFilter): string {
	const period = describePeriod(filter);
	if (period.startsWith('Last')) return `in the ${period.toLowerCase()}`;
	if (/^(Since|Until)/.test(period)) return period.replace(/^./, (letter) => letter.toLowerCase());
	return `from ${period}`;
}

/** The parts that must all match. */
function flatten(rule: RuleOf): RuleOf[] {
	return 'all' in rule ? rule.all.flatMap(flatten) : [rule];
}

function describePart(rule: RuleOf, questions: Asked['questions']): string {
	const words = readWords(rule);
	if (words !== undefined) return `with ${quote(words)}`;
	const group = findNpsGroup(rule, questions);
	if (group !== undefined) return `from ${group}`;
	const [line] = describeRule(
		rule,
		(question) => questions.find(({ id }) => id === question)?.title ?? question,
	);
	return `where ${line!.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase())}`;
}

/** The words of a rule that one of several texts contains them; undefined for any other rule. */
function readWords(rule: RuleOf): string | undefined {
	const all = 'any' in rule ? rule.any : [rule];
	const words = all.map((one) =>
		'answer' in one && one.op === 'contains' ? one.value : undefined,
	);
	return words.every((word) => word === words[0]) ? words[0] : undefined;
}

function findNpsGroup(rule: RuleOf, questions: Asked['questions']): string | undefined {
	if (!('answer' in rule)) return undefined;
	if (questions.find(({ id }) => id === rule.answer)?.type !== 'nps') return undefined;
	const { promoters, passives, detractors } = npsGroups;
	if (rule.op === 'at_most' && rule.value === detractors.to) return 'detractors';
	if (rule.op === 'at_least' && rule.value === promoters.from) return 'promoters';
	if (rule.op !== 'between') return undefined;
	return rule.value.join() === [passives.from, passives.to].join() ? 'passives' : undefined;
}
