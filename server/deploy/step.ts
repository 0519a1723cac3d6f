export type Step = {
	title: string;
	/** Commands that run or files that are written, without secrets. */
	shows: string[];
	run(): Promise<void>;
};
