// The conditions of a standing grant as documented, over facts that the database does not calculate.
import {
	compareValues,
	type ConditionKind,
	type GrantCondition,
	type Prompt,
} from '@feedback/contract';

export type Stored = {
	people: number;
	loss: number | null;
	minutesOld: number;
	isFinished: boolean;
	/** Whether it is for this content, and the prompts that are live now. */
	isOfContent: boolean;
	isOfLivePrompts: boolean;
};

export type PublishFacts = {
	state: 'draft' | 'published' | 'paused' | 'archived';
	/** The published content; undefined if there is none. */
	before: Prompt | undefined;
	after: Prompt;
	/** Whether the prompt is one of those that a condition names. */
	isNamed: boolean;
	uses: number;
	forecast: Stored | undefined;
	hoursLeft: number;
	isRevoked: boolean;
};

// Paths of what visitors only read, in the form of compareValues.
const text =
	/^(name|((experiment\.variants\.\d+\.)?(thank_you|translations)|button_labels)(\..*)?|ask_later\.(choices\.\d+\.)?label|(experiment\.variants\.\d+\.)?questions\.\d+\.((button|options\.\d+)\.)?label|(experiment\.variants\.\d+\.)?questions\.\d+\.(title|help|(low|high|yes|no)_label|placeholder|text))$/;
const ownLabel = /^(experiment\.variants\.\d+\.)?questions\.\d+\.other_label$/;

/** Whether two contents differ in texts at most. A label of other answers only changes: adding it adds an answer. */
function differsInTexts(before: Prompt, after: Prompt): boolean {
	return compareValues(before, after).every(
		({ path, ...values }) =>
			text.test(path) || (ownLabel.test(path) && 'before' in values && 'after' in values),
	);
}

/** The most displays in a week from Monday, over all weeks of a year: each period is used up on its last day, and the next at once. */
function mostInWeek({ budget }: Prompt): number {
	const total = budget?.displays ?? Infinity;
	if (!budget?.period) return total;
	const { every, displays } = budget.period;
	const starts: Record<typeof every, (day: Date) => number> = {
		day: (day) => day.getTime(),
		week: () => 0,
		month: (day) => day.getUTCMonth(),
	};
	const periodsIn = (monday: number) =>
		new Set(
			[0, 1, 2, 3, 4, 5, 6].map((at) => starts[every](new Date(Date.UTC(2024, 0, monday + at)))),
		).size;
	const weeks = Array.from({ length: 52 }, (_, week) => periodsIn(1 + 7 * week));
	return Math.min(total, displays * Math.max(...weeks));
}

function holds(condition: GrantCondition, facts: PublishFacts): boolean {
	switch (condition.kind) {
		case 'texts_only':
			return facts.before !== undefined && differsInTexts(facts.before, facts.after);
		case 'prompts':
			return facts.isNamed;
		case 'weekly_budget':
			return mostInWeek(facts.after) <= condition.displays;
		case 'uses':
			return facts.uses < condition.times;
		case 'forecast': {
			const { forecast, after } = facts;
			return (
				after.trigger !== undefined &&
				forecast !== undefined &&
				forecast.isFinished &&
				forecast.isOfContent &&
				forecast.isOfLivePrompts &&
				forecast.minutesOld < 60 &&
				forecast.people <= condition.people &&
				forecast.loss !== null &&
				forecast.loss <= condition.others_lose_percent
			);
		}
	}
}

/** What prevents publishing; nothing if the grant allows it. */
export function findUnmet(
	conditions: GrantCondition[],
	facts: PublishFacts,
): (ConditionKind | 'state' | 'until' | 'revoked')[] {
	return [
		...(facts.isRevoked ? (['revoked'] as const) : []),
		...(facts.state === 'draft' || facts.state === 'published' ? [] : (['state'] as const)),
		...(facts.hoursLeft > 0 ? [] : (['until'] as const)),
		...conditions.filter((each) => !holds(each, facts)).map(({ kind }) => kind),
	];
}
