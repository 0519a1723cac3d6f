import type { Segment } from '../filters/segment.ts';

/** The scope of figures: a prompt, a period, and a part of the subjects. */
export type Scope = {
	site: string;
	prompt: string;
	since?: string | undefined;
	until?: string | undefined;
} & Segment;
