import type { WorkingCopy } from '../working-copy.svelte.ts';
import type { KnownKey } from '../read-suggestions.ts';
import type { SiteSuggestions } from './site-suggestions.svelte.ts';
import type { SubjectWords } from './subjects.ts';

/** What the editor of a rule, and every group and row in it, has to know. */
export type RuleContext = {
	copy: WorkingCopy;
	suggestions: SiteSuggestions;
	/** What a new condition can be about, the first one at first. */
	subjects: readonly SubjectWords[];
	/** Traits or properties that were seen. */
	keys: () => readonly KnownKey[];
	/** IANA name: times are typed as its clocks show them. */
	timeZone: string;
	/** Whether a single condition can demand a proof: the event's properties, unless all of them must. */
	canVerify: () => boolean;
	/** How many more conditions the rule may have. */
	room: () => number;
};
