import type { Audience } from './condition.ts';
import type { PromptAudience, SavedAudience } from './saved-audience.ts';

export function isSavedAudience(audience: PromptAudience | undefined): audience is SavedAudience {
	return audience !== undefined && 'saved' in audience;
}

/**
 * The rule of an audience; `undefined` for everyone, and for a saved audience whose rule was not filled in yet.
 *
 * @example
 * findAudienceRule({ saved: 'paying', version: 2, rule: { trait: 'plan', op: 'is', value: 'pro' } }); // the rule
 */
export function findAudienceRule(audience: PromptAudience | undefined): Audience | undefined {
	return isSavedAudience(audience) ? audience.rule : audience;
}
