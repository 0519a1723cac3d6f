import type { Client } from '@feedback/client';

import type { Site } from '#lib/account/account.ts';

import { SectionCode } from './section-code.svelte.ts';
import {
	summarizeAudience,
	summarizeLanguages,
	summarizeLimits,
	summarizeAppearance,
	summarizeSampling,
	summarizeTiming,
	summarizeTrigger,
} from './summaries.ts';
import type { WorkingCopy } from './working-copy.svelte.ts';

/** What every part of the editor is given. */
export type SectionProps = { copy: WorkingCopy; site: Site; client: Client };

export type EditorSection = {
	/** Fragment of the address: `#audience`. */
	id: string;
	title: string;
	/** Members of the prompt that are edited here, so that their faults are counted here. */
	members: (keyof WorkingCopy['content'])[];
	code: SectionCode<SectionProps>;
	/** What it does, in one plain sentence: all that is shown of it while it is folded. */
	summarize: (content: WorkingCopy['content']) => string;
};

/** The parts after Questions and Branching, in their order on the page. */
export const sections: EditorSection[] = [
	{
		id: 'trigger',
		title: 'Trigger',
		members: ['trigger'],
		code: new SectionCode(() => import('./trigger/Trigger.svelte')),
		summarize: summarizeTrigger,
	},
	{
		id: 'audience',
		title: 'Audience',
		members: ['audience'],
		code: new SectionCode(() => import('./audience/Audience.svelte')),
		summarize: summarizeAudience,
	},
	{
		id: 'sampling',
		title: 'Sampling',
		members: ['sampling'],
		code: new SectionCode(() => import('./sampling/Sampling.svelte')),
		summarize: summarizeSampling,
	},
	{
		id: 'timing',
		title: 'Timing',
		members: ['timing'],
		code: new SectionCode(() => import('./timing/Timing.svelte')),
		summarize: summarizeTiming,
	},
	{
		id: 'frequency',
		title: 'Frequency',
		members: ['limits', 'priority'],
		code: new SectionCode(() => import('./limits/Limits.svelte')),
		summarize: summarizeLimits,
	},
	{
		id: 'appearance',
		title: 'Appearance',
		members: ['appearance'],
		code: new SectionCode(() => import('./appearance/Appearance.svelte')),
		summarize: summarizeAppearance,
	},
	{
		id: 'translations',
		title: 'Translations',
		members: ['language', 'translations'],
		code: new SectionCode(() => import('./languages/Languages.svelte')),
		summarize: summarizeLanguages,
	},
	{
		id: 'rule-test',
		title: 'Test rules',
		members: [],
		code: new SectionCode(() => import('./rule-test/RuleTest.svelte')),
		summarize: () => 'Choose a visitor and an event to see which rules of this draft pass.',
	},
	{
		id: 'preview-on-site',
		title: 'Preview on site',
		members: [],
		code: new SectionCode(() => import('./preview-on-site/PreviewOnSite.svelte')),
		summarize: () => 'Open a saved revision in your own app. Only this browser sees it.',
	},
];
