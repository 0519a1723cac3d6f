import { joinOr } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

type Offered = {
	label?: string | undefined;
	choices: { days?: unknown; label?: string | undefined }[];
};

/** @example nameDays(1); // '1 day' */
export function nameDays(days: unknown): string {
	return `${days || '…'} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * Describes how visitors can postpone a prompt, even while that is incomplete.
 *
 * @example
 * describeAskLater({ choices: [{ days: 1 }, { days: 7 }] }); // ['Can be postponed by 1 day or 7 days.']
 */
export function describeAskLater(later: Offered | Prompt['ask_later']): string[] {
	if (!later) return [];
	const choices = later.choices.map(
		({ days, label }) => `${nameDays(days)}${label ? ` (${quote(label)})` : ''}`,
	);
	return [
		`Can be postponed by ${joinOr(choices)}.`,
		...(later.label ? [`Button: ${quote(later.label)}.`] : []),
	];
}
