import type { Answers } from '@feedback/contract';
import type { Values } from '../../../../contract/src/wire.ts';

/** What one made-up visitor of a sample site did; without answers, they dismissed the prompt. */
export type SampleVisit = {
	at: string;
	survey_id: string;
	account: string;
	traits: Values;
	context: { path: string; device: string; languages: string[] };
	event: string;
	properties: Values;
	answers: Answers | null;
};

/** Names of the templates whose prompts a sample site has. */
export const sampleTemplates = ['nps', 'csat', 'feature-request'];

const days = 28;
const dayMs = 86_400_000;

const best = [
	'Setting up a report takes two minutes.',
	'Everybody in my team understands the charts.',
	'Support answered within an hour.',
	'I can share a report without explaining it.',
	'The weekly summary replaced our Monday meeting.',
];
const better = [
	'A calendar view for scheduled reports.',
	'Faster exports. I wait half a minute for each.',
	'Let me choose colours that match our brand.',
	'It works well, but the search misses old reports.',
	'Filters that are kept when I come back.',
];
const missing = [
	'The export of a large report takes minutes, and I cannot tell whether it still runs.',
	'I was signed out in the middle of my work, twice this week.',
	'Too expensive for two people who look at one report a month.',
	'Exporting failed three times with a blank page.',
	'The new navigation hides what I need every day.',
];
const reasons = [
	'The PDF cut off the last column.',
	'It took far too long.',
	'The file had yesterday’s figures.',
	'I could not find the export button on my phone.',
];
const wishes = [
	'I want to export to Google Sheets, so that finance can work on the numbers.',
	'I want a dark theme, because I work at night.',
	'I want to comment on a chart, so that I need not write an e-mail about it.',
	'I want an alert when a number drops, so that I need not look every day.',
	'I want to compare two months side by side.',
];
const weights = ['nice', 'often', 'often', 'blocked'];

// Scores rise a little in the second half, so that the trend shows something.
const earlierScores = [9, 4, 8, 6, 10, 7, 3, 9, 8, 5];
const laterScores = [9, 10, 8, 7, 9, 10, 6, 9, 8, 10];
const earlierFaces = [4, 2, 5, 3, 4, 2];
const laterFaces = [5, 4, 5, 4, 3, 5];

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!;

/** Visits of the four weeks before `now`, the same ones each time. */
export function listSampleVisits(now: number): SampleVisit[] {
	return [
		...spread(now, 48, 3, (nth, isLater) =>
			display('recommend', 'report.exported', nth % 8 < 5 ? recommend(nth, isLater) : null),
		),
		...spread(now, 54, 7, (nth, isLater) =>
			display('satisfaction', 'report.exported', nth % 9 < 5 ? rateExport(nth, isLater) : null),
		),
		...spread(now, 8, 5, (nth) =>
			display('feature-request', 'report.opened', nth % 3 < 2 ? wish(nth) : null),
		),
	];
}

type Happening = Pick<SampleVisit, 'survey_id' | 'event' | 'properties' | 'answers'>;

function display(survey_id: string, event: string, answers: Answers | null): Happening {
	return { survey_id, event, properties: {}, answers };
}

/** Spreads visits over the four weeks; `minutes` moves those of one prompt away from those of another. */
function spread(
	now: number,
	count: number,
	minutes: number,
	happen: (nth: number, isLater: boolean) => Happening,
): SampleVisit[] {
	return Array.from({ length: count }, (_, nth) => {
		const ago = ((count - nth - 0.5) / count) * days * dayMs + minutes * 60_000;
		const happening = happen(nth, nth >= count / 2);
		return {
			...happening,
			at: new Date(now - ago).toISOString(),
			account: `sample-${happening.survey_id}-${nth + 1}`,
			traits: { plan: nth % 3 === 0 ? 'pro' : 'free' },
			context: {
				path: nth % 2 === 0 ? '/reports' : '/dashboard',
				device: nth % 4 === 1 ? 'phone' : 'desktop',
				languages: ['en'],
			},
		};
	});
}

function recommend(nth: number, isLater: boolean): Answers {
	const score = pick(isLater ? laterScores : earlierScores, nth);
	if (score <= 6) return { recommend: score, missing: pick(missing, Math.floor(nth / 3)) };
	return score <= 8
		? { recommend: score, better: pick(better, Math.floor(nth / 3)) }
		: { recommend: score, best: pick(best, Math.floor(nth / 2)) };
}

function rateExport(nth: number, isLater: boolean): Answers {
	const satisfaction = pick(isLater ? laterFaces : earlierFaces, nth);
	return satisfaction >= 4 ? { satisfaction } : { satisfaction, reason: pick(reasons, nth) };
}

function wish(nth: number): Answers {
	return { wish: pick(wishes, nth), weight: pick(weights, nth) };
}
