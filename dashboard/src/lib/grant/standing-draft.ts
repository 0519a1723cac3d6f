import type { GrantCondition, RouteInput } from '@feedback/contract';

/** The conditions of a standing grant as a person fills them in; a missing number is an empty field. */
export type StandingDraft = {
	texts_only: boolean;
	prompts: { on: boolean; names: string };
	weekly_budget: { on: boolean; displays: number | null };
	forecast: { on: boolean; people: number | null; percent: number | null };
	uses: { on: boolean; times: number | null };
	/** The last day, as the date field has it. */
	until: string;
};

/** A narrow start: texts of one prompt, ten times, for 30 days. */
export function newStandingDraft(surveyId: string, now: Date): StandingDraft {
	return {
		texts_only: true,
		prompts: { on: true, names: surveyId },
		weekly_budget: { on: false, displays: 500 },
		forecast: { on: false, people: 1_000, percent: 5 },
		uses: { on: true, times: 10 },
		until: dayAfter(now, 30),
	};
}

/** The day of the person’s time zone that is so many days later, as a date field has it. */
export function dayAfter(now: Date, days: number): string {
	const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
	const two = (part: number) => String(part).padStart(2, '0');
	return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

type Standing = NonNullable<RouteInput<'approveGrant'>['standing']>;

/** Whether the person has chosen at least one condition. */
export function hasCondition(draft: StandingDraft): boolean {
	return listConditions(draft).length > 0;
}

/** What the service receives. The form has checked that the chosen conditions are complete. */
export function readStandingDraft(draft: StandingDraft): Standing {
	return {
		conditions: listConditions(draft),
		until: new Date(`${draft.until}T23:59:59`).toISOString(),
	};
}

function listConditions({
	texts_only,
	prompts,
	weekly_budget: budget,
	forecast,
	uses,
}: StandingDraft): GrantCondition[] {
	return [
		...(texts_only ? [{ kind: 'texts_only' } as const] : []),
		...(prompts.on ? [{ kind: 'prompts', prompts: splitNames(prompts.names) } as const] : []),
		...(budget.on ? [{ kind: 'weekly_budget', displays: Number(budget.displays) } as const] : []),
		...(forecast.on
			? [
					{
						kind: 'forecast',
						people: Number(forecast.people),
						others_lose_percent: Number(forecast.percent),
					} as const,
				]
			: []),
		...(uses.on ? [{ kind: 'uses', times: Number(uses.times) } as const] : []),
	];
}

function splitNames(names: string): string[] {
	return names.split(/[\s,]+/).filter((name) => name !== '');
}
