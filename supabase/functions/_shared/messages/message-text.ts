/** A message for people, in plain text, which each channel escapes in its own way. */
export type MessageText = {
	/** One line. */
	title: string;
	/** What its sender added. */
	note?: string;
	/** In the order of the questions; skipped ones are left out. Of a selection, one entry for each response. */
	answers: {
		question: string;
		/** Empty where the question says it all. */
		answer: string;
		isWords: boolean;
		/** The answer in the dashboard. */
		url?: string;
	}[];
	/** Short statements, such as who answered. */
	facts: string[];
	links: { label: string; url: string }[];
};
