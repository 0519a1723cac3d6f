import { createContext } from 'svelte';

import type { LiveValue } from '#lib/live/live-value.svelte.ts';

import type { ListedPrompt } from './live-prompts.svelte.ts';
import type { Revision } from './read-revision-pair.ts';

/** A prompt with its figures and its latest revision. */
export type WholePrompt = ListedPrompt & { latest: Revision };

/** The prompt that the pages below `prompts/[prompt]` are about; kept up to date. */
export type CurrentPrompt = LiveValue<WholePrompt>;

export const [getCurrentPrompt, setCurrentPrompt] = createContext<CurrentPrompt>();
