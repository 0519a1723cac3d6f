import { isSavedAudience } from '@feedback/contract';
import type { Audience, PromptAudience } from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

import { describeRule } from './describe-rule.ts';

/**
 * Describes an audience: its name if it is saved, and its rule.
 *
 * @example
 * describeAudience({ saved: 'paying', version: 2, rule }); // ['Version 2 of the saved audience “paying”:', …]
 */
export function describeAudience(
	audience: PromptAudience | undefined,
	describe: (rule: Audience) => string[] = describeRule,
): string[] {
	if (!audience) return ['Everyone.'];
	if (!isSavedAudience(audience)) return describe(audience);
	const { saved, version, rule } = audience;
	const which = version === undefined ? 'The newest version' : `Version ${version}`;
	const name = `${which} of the saved audience ${quote(saved)}`;
	return rule ? [`${name}:`, ...describe(rule)] : [`${name}.`];
}
