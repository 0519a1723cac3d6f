/** One requirement of a deployment, checked from outside. */
export type Check = {
	title: string;
	/** Resolves to a remark or nothing; throws `NotChecked`, or an error that explains what to do. */
	run(): Promise<string | undefined>;
};

/** Thrown when the input that a check needs was not given. */
export class NotChecked extends Error {
	override name = 'NotChecked';
}

export type Outcome = {
	title: string;
	state: 'ok' | 'failed' | 'not checked';
	/** A remark, or instructions, or the missing input. */
	detail?: string;
};

/** Runs the checks one after the other, so that none disturbs the next. A failed check does not stop the others. */
export async function* runChecks(checks: readonly Check[]): AsyncGenerator<Outcome, void> {
	for (const { title, run } of checks) {
		try {
			const detail = await run();
			yield { title, state: 'ok', ...(detail && { detail }) };
		} catch (error) {
			const state = error instanceof NotChecked ? 'not checked' : 'failed';
			yield { title, state, detail: explain(error) };
		}
	}
}

// The message of a failed fetch is only "fetch failed"; the cause contains the reason.
function explain(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { message, cause } = error;
	return message === 'fetch failed' && cause instanceof Error ? cause.message : message;
}
