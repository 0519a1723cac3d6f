import type { ErrorSource } from '../error-source.ts';
import type { KnownKey } from '../read-suggestions.ts';
import type { KnownQuestion } from './known-question.ts';
import type { SiteSuggestions } from './site-suggestions.svelte.ts';
import type { SubjectLabels } from './subjects.ts';

/** Context of a rule editor, for its groups and rows. */
export type RuleContext = {
	copy: ErrorSource;
	suggestions: SiteSuggestions;
	/** Subjects of a new condition, the default first. */
	subjects: readonly SubjectLabels[];
	/** Known traits or properties. */
	keys: () => readonly KnownKey[];
	/** Questions whose answers can be compared; none for an audience or a trigger. */
	questions?: () => readonly KnownQuestion[];
	/** IANA name of the time zone in which times are typed. */
	timeZone: string;
	/**
	 * Whether a single condition on an event property can require a proof; false if all properties must be verified.
	 */
	canVerify: () => boolean;
	/** Number of conditions that can still be added to the rule. */
	room: () => number;
};
