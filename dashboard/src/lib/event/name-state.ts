import type { Tone } from '#lib/ui/Badge.svelte';

import type { EventNameState } from './event-names.ts';

type StateWords = {
	tone: Tone;
	/** What the state means, for somebody who never met it. */
	meaning: string;
	/** What may be done to a name in it. */
	moves: { label: string; to: EventNameState }[];
};

export const nameStates: Record<EventNameState, StateWords> = {
	seen: {
		tone: 'neutral',
		meaning:
			'It was seen. Its events are kept as long as the site captures every event; register it to keep them in any case.',
		moves: [
			{ label: 'Register', to: 'registered' },
			{ label: 'Ignore', to: 'ignored' },
		],
	},
	registered: {
		tone: 'good',
		meaning: 'It is registered: its events are kept whatever the site captures.',
		moves: [{ label: 'Unregister', to: 'seen' }],
	},
	ignored: {
		tone: 'warn',
		meaning: 'It is hidden from the list. Its events are still kept, and prompts may still use it.',
		moves: [{ label: 'Stop ignoring', to: 'seen' }],
	},
};
