import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { LazyComponent } from './lazy-component.svelte.ts';
import {
	summarizeAudience,
	summarizeBudget,
	summarizeExperiment,
	summarizeTranslations,
	summarizeFrequency,
	summarizeAppearance,
	summarizeSampling,
	summarizeTiming,
	summarizeTrigger,
} from './summaries.ts';
import type { SectionId } from './section-of.ts';
import type { SectionProps } from './section-props.ts';

export type EditorSection = {
	/** URL fragment: `#audience`. */
	id: SectionId | 'rule-test' | 'preview-on-site';
	title: string;
	code: LazyComponent<SectionProps>;
	/** One sentence, shown while the section is collapsed. */
	summarize: (content: PromptContent) => string;
};

/** The collapsible sections, in their order on the page. */
export const sections: EditorSection[] = [
	{
		id: 'trigger',
		title: 'Trigger',
		code: new LazyComponent(() => import('./trigger/Trigger.svelte')),
		summarize: summarizeTrigger,
	},
	{
		id: 'audience',
		title: 'Audience',
		code: new LazyComponent(() => import('./audience/Audience.svelte')),
		summarize: summarizeAudience,
	},
	{
		id: 'sampling',
		title: 'Sampling',
		code: new LazyComponent(() => import('./sampling/Sampling.svelte')),
		summarize: summarizeSampling,
	},
	{
		id: 'experiment',
		title: 'Experiment',
		code: new LazyComponent(() => import('./experiment/Experiment.svelte')),
		summarize: summarizeExperiment,
	},
	{
		id: 'timing',
		title: 'Timing',
		code: new LazyComponent(() => import('./timing/Timing.svelte')),
		summarize: summarizeTiming,
	},
	{
		id: 'frequency',
		title: 'Frequency',
		code: new LazyComponent(() => import('./frequency/Frequency.svelte')),
		summarize: summarizeFrequency,
	},
	{
		id: 'budget',
		title: 'Budget',
		code: new LazyComponent(() => import('./budget/Budget.svelte')),
		summarize: summarizeBudget,
	},
	{
		id: 'appearance',
		title: 'Appearance',
		code: new LazyComponent(() => import('./appearance/Appearance.svelte')),
		summarize: summarizeAppearance,
	},
	{
		id: 'translations',
		title: 'Translations',
		code: new LazyComponent(() => import('./translations/Translations.svelte')),
		summarize: summarizeTranslations,
	},
	{
		id: 'rule-test',
		title: 'Test rules',
		code: new LazyComponent(() => import('./rule-test/RuleTest.svelte')),
		summarize: () => 'Choose a visitor and an event to see which rules of this draft pass.',
	},
	{
		id: 'preview-on-site',
		title: 'Preview on site',
		code: new LazyComponent(() => import('./preview-on-site/PreviewOnSite.svelte')),
		summarize: () => 'Open a saved revision in your own app. Only this browser sees it.',
	},
];
