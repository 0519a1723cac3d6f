import { limits, ServiceError, type RouteOutput } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { resolveAudience } from '../audiences/resolve-audience.ts';

type Step = {
	events: number;
	/** Share of the subjects that were examined, 1 for all. */
	share: number;
	reached: number;
	/** Half the width of the interval, in subjects; `low` and `high` are its bounds. */
	reached_error: number;
	low: number;
	high: number;
	displays: number;
	displays_error: number;
	claimed: number | null;
	reasons: Record<string, number>;
	others?: RouteOutput<'forecast'>['others'];
	/** Input of the next step; null after the last. */
	next: JsonValue | null;
};

export const forecast: Operation<'forecast'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service, signal }, input) {
		if (!input.content.trigger) {
			throw new ServiceError('invalid_request', {
				message: 'Only a prompt with a trigger can be forecast; this one waits for show().',
				field: 'content.trigger',
			});
		}
		// An older revision can be published although its audience is archived by now.
		const content = await resolveAudience(tx, input.site, input.content, { mayBeArchived: true });
		const step = await replay(tx, { ...input, content }, service.clock, signal);
		const { events, share, reached, displays, low, high, claimed, reasons, others } = step;
		return {
			subjects: reached,
			error: shareOf(step.reached_error, reached),
			low,
			high,
			displays,
			displays_error: shareOf(step.displays_error, displays),
			events,
			sampled: share < 1,
			share,
			claimed,
			reasons,
			others: others ?? null,
		};
	},
};

// Short steps, so that the database stops soon after the caller has disconnected. Cancelling a statement instead could
// hit the next one on its connection, possibly of another caller.
async function replay(
	tx: Tx,
	{ site, content, days, sample, others }: Input<'forecast'>,
	clock: () => number,
	signal: AbortSignal,
): Promise<Step> {
	const now = new Date(clock());
	const end = +now + limits.forecast.milliseconds;
	let before: JsonValue | null = null;
	for (;;) {
		const given = tx.json(content as JsonValue);
		const past: ReturnType<Tx['json']> | null = before === null ? null : tx.json(before);
		const rows: { step: Step }[] = others
			? await tx<{ step: Step }[]>`
				select app.forecast_portfolio(${site}, ${given}, ${days}, ${now}, ${sample}, ${past}::jsonb) as step`
			: await tx<{ step: Step }[]>`
				select app.forecast(${site}, ${given}, ${days}, ${now}, ${sample}, ${past}::jsonb) as step`;
		const { step } = rows[0]!;
		if (step.next === null || clock() > end) return step;
		if (signal.aborted) {
			throw new ServiceError('invalid_request', { message: 'The caller has disconnected.' });
		}
		before = step.next;
	}
}

function shareOf(error: number, whole: number): number {
	if (error === 0) return 0;
	return whole > 0 ? Math.min(1, error / whole) : 1;
}
