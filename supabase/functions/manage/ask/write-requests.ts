import {
	dayInZone,
	dayStart,
	periodEnd,
	periodStart,
	shiftDay,
	type AskedQuery,
	type RouteOutput,
} from '@feedback/contract';

type Requests = RouteOutput<'askInWords'>['requests'];

/** The requests whose rows answer a question. */
export function writeRequests(
	site: string,
	{ prompt, search, tag, by, ...query }: AskedQuery,
	{ timeZone, now }: { timeZone: string; now: number },
): Requests {
	const condition = query.condition && JSON.stringify(query.condition);
	const segment = { ...readPeriod(query, timeZone, now), condition };
	const ofPrompt = prompt === null ? null : `/sites/${site}/prompts/${prompt}`;
	return {
		summary: ofPrompt && `${ofPrompt}/summary${write(segment)}`,
		response_rates: ofPrompt && by && `${ofPrompt}/response-rates${write({ ...segment, by })}`,
		responses: tag ? null : `/sites/${site}/responses${write({ prompt, ...segment, search })}`,
		texts: `/sites/${site}/text-answers${write({ prompt, ...segment, search, tag: tag?.id ?? null })}`,
	};
}

function readPeriod(
	{ days, from, to }: Pick<AskedQuery, 'days' | 'from' | 'to'>,
	timeZone: string,
	now: number,
) {
	const first = days === null ? from : shiftDay(dayInZone(timeZone, now), 1 - days);
	return {
		since: first && (days === null ? periodStart(first, timeZone) : dayStart(first, timeZone)),
		until: to && periodEnd(to, timeZone),
	};
}

function write(values: Record<string, string | null>): string {
	const given = Object.entries(values).filter(([, value]) => value !== null);
	return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}
