import type { Tone } from '#lib/ui/Badge.svelte';

import type { ListedPrompt } from './live-prompts.svelte.ts';

/** Badge colour of each prompt state. */
export const stateTones: Record<ListedPrompt['state'], Tone> = {
	draft: 'neutral',
	published: 'good',
	paused: 'warn',
	archived: 'neutral',
};
