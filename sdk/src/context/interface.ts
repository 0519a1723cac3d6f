import type { AnswerContext } from '@feedback/contract/wire';

/** Collects what a site has stored with its answers. */
export type AnswerContextSource = {
	/** Remembers where the session came from, or forgets it if the site no longer wants it. */
	note(): void;
	/** For an answer that is given now; undefined for nothing. */
	read(): AnswerContext | undefined;
};
