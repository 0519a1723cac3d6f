export type Step = {
	title: string;
	/** What is run or written, secrets left out. */
	shows: string[];
	run(): Promise<void>;
};
