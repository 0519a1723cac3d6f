import {
	saySampling,
	sayLimits,
	sayAppearance,
	sayTiming,
	sayTrigger,
} from '#lib/prompt/words/prompt-facts.ts';

import { sayDraftRule } from './condition/say-draft.ts';
import type { DraftRule } from './condition/rule-tree.ts';
import { nameLanguage } from './languages/language-name.ts';
import { listTexts } from './languages/list-texts.ts';
import { measureLanguage } from './languages/translation.ts';
import type { PromptContent } from './prompt-content.ts';

// What each part of a prompt does, in a sentence, also while it is typed and not valid yet.

export function summarizeAudience({ audience }: PromptContent): string {
	return audience ? sayDraftRule(audience as DraftRule).join(' ') : 'Everyone.';
}

export function summarizeTrigger({ trigger }: PromptContent): string {
	if (!trigger) return sayTrigger(undefined).join(' ');
	const { events, where, verified = false } = trigger;
	const lines = sayTrigger({ events: events.length > 0 ? events : ['…'], verified });
	const [first, ...rest] = lines;
	return [first, ...(where ? sayDraftRule(where as DraftRule) : []), ...rest].join(' ');
}

export function summarizeSampling({ sampling }: PromptContent): string {
	return saySampling(sampling.rate ?? 1);
}

export function summarizeTiming({ timing }: PromptContent): string {
	return sayTiming({ ...timing, ...timingDefaults(timing) }).join(' ');
}

function timingDefaults({ delay_seconds = 0, min_session_seconds = 0 }: PromptContent['timing']) {
	return { delay_seconds, min_session_seconds };
}

export function summarizeLimits({ limits, priority = 0 }: PromptContent): string {
	const { show = 'once', site_limits = 'respect' } = limits;
	const first = priority === 0 ? [] : [`Priority ${priority}.`];
	return [...sayLimits({ ...limits, show, site_limits }), ...first].join(' ');
}

export function summarizeAppearance({ appearance }: PromptContent): string {
	return sayAppearance(appearance).join(' ');
}

export function summarizeLanguages(content: PromptContent): string {
	const own = nameLanguage(content.language ?? 'en');
	const texts = listTexts(content);
	const others = Object.keys(content.translations ?? {}).map((language) => {
		const { done, all } = measureLanguage(content, language, texts);
		return `${nameLanguage(language)} (${done === all ? 'complete' : `${done} of ${all} texts`})`;
	});
	if (others.length === 0) return `${own} only.`;
	return `${own}, and ${new Intl.ListFormat('en').format(others)}.`;
}
