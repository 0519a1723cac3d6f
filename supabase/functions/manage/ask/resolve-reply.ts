import {
	foldText,
	limits,
	listTypes,
	type AskedQuery,
	type ResponseCondition,
	type Rule,
} from '@feedback/contract';

import type { Catalog, CatalogPrompt } from './read-catalog.ts';
import type { Reply } from './reply.ts';
import { resolveCondition } from './resolve-condition.ts';
import { resolvePeriod } from './resolve-period.ts';

/** A reply as a query, and what had to be left out of it. */
export type ResolvedReply = { query: AskedQuery; leftOut: string[] };

const textTypes: readonly string[] = listTypes('text');

/**
 * Turns a reply into a query that names only what the site has. Nothing else of the reply survives: no text of the model
 * reaches a person, except values of conditions.
 *
 * @param only UUID of the prompt that the question is limited to
 */
export function resolveReply(reply: Reply, catalog: Catalog, only?: string): ResolvedReply {
	const leftOut: string[] = [];
	const prompt = findPrompt(reply.prompt, catalog, only);
	if (reply.prompt !== null && !prompt) leftOut.push('The prompt: the site does not have it.');
	const { leftOut: ofPeriod, ...period } = resolvePeriod(reply);
	const { condition, search, leftOut: ofConditions } = resolveConditions(reply, catalog, prompt);
	const tag = reply.tag === null ? null : (findByName(catalog.tags, reply.tag) ?? null);
	if (reply.tag !== null && !tag) leftOut.push('The tag: the site does not have it.');
	const question = prompt?.questions.find(({ id }) => id === reply.question)?.id ?? null;
	if (prompt && reply.question !== null && question === null) {
		leftOut.push(`The question: “${prompt.name}” does not ask it.`);
	}
	const by = findDivision(reply.by, catalog, prompt);
	if (reply.by !== null && by === null) {
		leftOut.push(
			'The groups: a response rate is by device, path, hour, audience or a trait, of one prompt.',
		);
	}
	return {
		query: { prompt: prompt?.id ?? null, ...period, condition, search, tag, question, by },
		leftOut: [...leftOut, ...ofPeriod, ...ofConditions],
	};
}

/** Whether a query selects everything. */
export function isEmpty(query: AskedQuery): boolean {
	return Object.values(query).every((part) => part === null);
}

function findPrompt(
	named: string | null,
	{ prompts }: Catalog,
	only: string | undefined,
): CatalogPrompt | undefined {
	if (only !== undefined) return prompts.find(({ id }) => id === only);
	if (named === null) return undefined;
	return prompts.find(({ survey_id }) => survey_id === named) ?? findByName(prompts, named);
}

function findByName<Named extends { name: string }>(
	all: readonly Named[],
	name: string,
): Named | undefined {
	return all.find((one) => foldText(one.name) === foldText(name));
}

function findDivision(
	by: string | null,
	{ traits }: Catalog,
	prompt: CatalogPrompt | undefined,
): AskedQuery['by'] {
	if (by === null || !prompt) return null;
	const isKnown =
		['device', 'path', 'hour', 'audience'].includes(by) ||
		traits.some((key) => by === `trait:${key}`);
	return isKnown ? by : null;
}

function resolveConditions(reply: Reply, catalog: Catalog, prompt: CatalogPrompt | undefined) {
	const prompts = prompt ? [prompt] : catalog.prompts;
	const resolved = reply.conditions
		.slice(0, limits.ask.conditions)
		.map((condition) => resolveCondition(condition, catalog, prompts));
	const conditions = resolved.filter((one) => !('leftOut' in one)) as ResponseCondition[];
	const leftOut = resolved.flatMap((one) => ('leftOut' in one ? [one.leftOut] : []));
	if (reply.conditions.length > limits.ask.conditions) {
		leftOut.push(`Conditions: at most ${limits.ask.conditions} at once.`);
	}
	const words = reply.words?.trim() || null;
	const containing = words && prompt ? containsWords(words, prompt) : [];
	const isTooLong = words !== null && words.length > limits.ask.name;
	if (isTooLong) leftOut.push(`The words: at most ${limits.ask.name} characters.`);
	else if (words && prompt && containing.length === 0) {
		leftOut.push(`The words: “${prompt.name}” asks for no text.`);
	}
	return {
		condition: joinRules([
			...(conditions.length > 0 ? [join(reply.match, conditions)] : []),
			...(containing.length > 0 && !isTooLong ? [join('any', containing)] : []),
		]),
		search: prompt || isTooLong ? null : words,
		leftOut,
	};
}

/** The condition that one of the prompt's texts contains the words, so that figures are counted with it, too. */
function containsWords(value: string, { questions }: CatalogPrompt): ResponseCondition[] {
	return questions
		.filter(({ type }) => textTypes.includes(type))
		.map(({ id }) => ({ answer: id, op: 'contains', value }));
}

function join(match: 'all' | 'any', rules: Rule<ResponseCondition>[]): Rule<ResponseCondition> {
	if (rules.length === 1) return rules[0]!;
	return match === 'all' ? { all: rules } : { any: rules };
}

function joinRules(rules: Rule<ResponseCondition>[]): Rule<ResponseCondition> | null {
	return rules.length === 0 ? null : join('all', rules);
}
