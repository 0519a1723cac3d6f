import { describeAskLater } from '#lib/prompt/description/describe-ask-later.ts';
import { describeAudience } from '#lib/prompt/description/describe-audience.ts';
import {
	describeBudget,
	describeSampling,
	describeLimits,
	describeAppearance,
	describeTiming,
	describeTrigger,
} from '#lib/prompt/description/prompt-facts.ts';
import { nameLanguage } from '#lib/text/name-language.ts';
import { quote } from '#lib/text/visible-text.ts';
import { listTexts } from '#lib/prompt/translation/list-texts.ts';
import { measureTranslation } from '#lib/prompt/translation/measure-translation.ts';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { describeDraftRule } from './condition/describe-draft-rule.ts';
import type { DraftRule } from './condition/rule-tree.ts';

// Summarizes each section in a sentence, even while its content is incomplete.

export function summarizeAudience({ audience }: PromptContent): string {
	return describeAudience(audience, (rule) => describeDraftRule(rule as DraftRule)).join(' ');
}

export function summarizeTrigger({ trigger }: PromptContent): string {
	if (!trigger) return describeTrigger(undefined).join(' ');
	const { events, where, verified = false, ...others } = trigger;
	const lines = describeTrigger({
		...others,
		events: events.length > 0 ? events : ['…'],
		verified,
	});
	const [first, ...rest] = lines;
	return [first, ...(where ? describeDraftRule(where as DraftRule) : []), ...rest].join(' ');
}

export function summarizeSampling({ sampling }: PromptContent): string {
	return describeSampling(sampling.rate ?? 1);
}

export function summarizeExperiment({ experiment }: PromptContent): string {
	if (!experiment) return 'None: everyone sees the same prompt.';
	const keys = experiment.variants.map(({ key }) => quote(key));
	return `Variants ${new Intl.ListFormat('en').format(keys)}.`;
}

export function summarizeTiming({ timing, trigger }: PromptContent): string {
	return describeTiming({ ...timing, ...timingDefaults(timing) }, trigger).join(' ');
}

function timingDefaults({ delay_seconds = 0, min_session_seconds = 0 }: PromptContent['timing']) {
	return { delay_seconds, min_session_seconds };
}

export function summarizeFrequency({ limits, ask_later, priority = 0 }: PromptContent): string {
	const { show = 'once', site_limits = 'respect' } = limits;
	const first = priority === 0 ? [] : [`Priority ${priority}.`];
	return [
		...describeLimits({ ...limits, show, site_limits }),
		...describeAskLater(ask_later),
		...first,
	].join(' ');
}

export function summarizeBudget({ budget }: PromptContent): string {
	return describeBudget(budget).join(' ');
}

export function summarizeAppearance({ appearance }: PromptContent): string {
	return describeAppearance(appearance).join(' ');
}

export function summarizeTranslations(content: PromptContent): string {
	const own = nameLanguage(content.language ?? 'en');
	const texts = listTexts(content);
	const others = Object.keys(content.translations ?? {}).map((language) => {
		const { done, all } = measureTranslation(content, language, texts);
		return `${nameLanguage(language)} (${done === all ? 'complete' : `${done} of ${all} texts`})`;
	});
	if (others.length === 0) return `${own} only.`;
	return `${own}, and ${new Intl.ListFormat('en').format(others)}.`;
}
