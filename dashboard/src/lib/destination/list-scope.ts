import { destinationDescriptions } from '@feedback/contract';

import { describeRule } from '#lib/prompt/description/describe-rule.ts';
import { visibleText } from '#lib/text/visible-text.ts';

import { describeSchedule, eventTypeLabels } from './describe-destination.ts';
import { isDigest, quotePrompt, sendsChosenOnly, sendsResponses } from './describe-sending.ts';
import type { PromptNames, Sending } from './describe-sending.ts';

/** Titles by the ID of their question. */
type QuestionTitles = ReadonlyMap<string, string>;

/** The complete scope, one sentence each. Questions without a known title are named by their ID. */
export function listScope(
	sending: Sending,
	names: PromptNames,
	titles: QuestionTitles = new Map(),
): string[] {
	const { kind, event_types: types, prompts, condition, schedule } = sending;
	const lines = [visibleText(destinationDescriptions[kind].describeTarget(sending))];
	if (schedule) lines.push(`They are sent ${describeSchedule(schedule)}.`);
	if (sendsResponses(sending)) {
		lines.push(
			prompts === null
				? 'Answers to all prompts of the site are included, also to future ones.'
				: `Answers of ${listPrompts(prompts, names)} are included.`,
			sending.include_visitor
				? 'The visitor’s account ID and traits are included, and what the site stores with answers.'
				: 'The visitor’s account ID and traits are not included; what visitors wrote may still identify them.',
		);
		if (!sending.partial) lines.push('Only finished responses are included.');
		if (condition) {
			const rules = describeRule(condition, (question) => titles.get(question) ?? question).join(
				' ',
			);
			lines.push(`Only responses that match are included: ${rules}`);
		}
	}
	if (sendsChosenOnly(sending)) {
		lines.push(
			'Only issues for which a member asks are created. Owners may include what visitors wrote.',
			...(prompts === null ? [] : [`Only of ${listPrompts(prompts, names)}.`]),
		);
	} else if (!isDigest(schedule)) {
		lines.push(`Event types: ${types.map((type) => eventTypeLabels[type]).join(', ')}.`);
	}
	return lines;
}

function listPrompts(prompts: readonly string[], names: PromptNames): string {
	return prompts.map((id) => quotePrompt(id, names)).join(', ');
}
