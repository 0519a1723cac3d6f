import type { Tone } from '#lib/ui/Badge.svelte';

import type { EventNameState } from './event-names.ts';

type StateDescription = {
	tone: Tone;
	/** Explains the state. */
	meaning: string;
	/** The possible changes of this state. */
	moves: { label: string; to: EventNameState }[];
};

export const nameStates: Record<EventNameState, StateDescription> = {
	seen: {
		tone: 'neutral',
		meaning:
			'The app has reported this name. Its events are stored as long as the site captures every event. Register it to store them in any case.',
		moves: [
			{ label: 'Register', to: 'registered' },
			{ label: 'Ignore', to: 'ignored' },
		],
	},
	registered: {
		tone: 'good',
		meaning: 'The name is registered: its events are always stored.',
		moves: [{ label: 'Unregister', to: 'seen' }],
	},
	ignored: {
		tone: 'warn',
		meaning:
			'The name is hidden from the list. Its events are still stored, and prompts can still use it.',
		moves: [{ label: 'Stop ignoring', to: 'seen' }],
	},
};
