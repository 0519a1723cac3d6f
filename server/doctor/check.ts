/** Result of `doctor` for one part. */
export type Check = {
	/** The part that was checked, such as `database`. */
	name: string;
	ok: boolean;
	/** The finding, as a sentence. */
	message: string;
	/** How to fix it. */
	fix?: string;
};

/** A check that passed. */
export function passed(name: string, message: string): Check {
	return { name, ok: true, message };
}

/** A check that failed, with its fix. */
export function failed(name: string, message: string, fix: string): Check {
	return { name, ok: false, message, fix };
}
