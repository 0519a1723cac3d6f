import type { WorkingCopy } from '../working-copy.svelte.ts';
import type { SeenKey } from '../read-seen.ts';
import type { Seen } from './seen.svelte.ts';
import type { SubjectWords } from './subjects.ts';

/** What the editor of a rule, and every group and row in it, has to know. */
export type RuleSetting = {
	copy: WorkingCopy;
	seen: Seen;
	/** What a new condition can be about, the first one at first. */
	subjects: readonly SubjectWords[];
	/** Traits or properties that were seen. */
	keys: () => readonly SeenKey[];
	/** IANA name: times are typed as its clocks show them. */
	timeZone: string;
	/** Whether a single condition can demand a proof: the event's properties, unless all of them must. */
	canVerify: () => boolean;
	/** How many more conditions the rule may have. */
	room: () => number;
};
