import { toPrefill } from '@feedback/contract/prefill';

import type { PromptOnPage } from '../drawing.ts';
import { toJson, toRecord } from '../json.ts';

/** Gives questions their first answers, and keeps `prompt.prefilled` up to date with `prompt.answers`. */
export function prefill(prompt: PromptOnPage): void {
	if (!prompt.prefill) return;
	const first = toRecord(prompt.prefill);
	for (const question of prompt.questions) {
		const answer = toPrefill(question, first[question.id]);
		if (answer !== undefined) question.prefill = answer;
	}
	const prefilled = prompt.questions.filter((question) => question.prefill !== undefined);
	if (!prefilled.length) return;
	Object.defineProperty(prompt, 'prefilled', {
		get() {
			const given = toRecord(prompt.answers);
			return prefilled
				.filter((question) => toJson(given[question.id]) === toJson(question.prefill))
				.map(({ id }) => id);
		},
		enumerable: true,
	});
}
