import { createContext } from 'svelte';

import type { LiveValue } from '#lib/live/live-value.svelte.ts';

import type { ListedPrompt } from './prompt-book.svelte.ts';
import type { Revision } from './read-revision-pair.ts';

/** A prompt with its figures and its latest revision. */
export type WholePrompt = ListedPrompt & { latest: Revision };

/** The prompt that the pages below `prompts/[prompt]` are about; kept up to date. */
export type PromptHead = LiveValue<WholePrompt>;

export const [getPromptHead, setPromptHead] = createContext<PromptHead>();
