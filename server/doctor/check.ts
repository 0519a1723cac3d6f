/** What `doctor` found out about one part. */
export type Check = {
	/** What was checked, such as `database`. */
	name: string;
	ok: boolean;
	/** What was found, as a sentence. */
	message: string;
	/** What to do about it. */
	fix?: string;
};

/** A check that passed. */
export function passed(name: string, message: string): Check {
	return { name, ok: true, message };
}

/** A check that failed, with what to do. */
export function failed(name: string, message: string, fix: string): Check {
	return { name, ok: false, message, fix };
}
