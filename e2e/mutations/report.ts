import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { reportNote, storeFigures } from '../prove/report.ts';
import { folder, type Outcome } from './outcomes.ts';
import { reasons } from './reasons.ts';

/** The part of the mutants that tests have to kill. */
export const leastKilled = 0.9;

type Counts = { killed: number; survived: number; invalid: number; left: number };

/** What a run found, as its report says it. */
export type Report = {
	killed: number;
	survived: number;
	invalid: number;
	/** Not tried yet. */
	left: number;
	/** Killed, of those that are valid code: each group counts by its size, however many of it were tried. */
	rate: number;
	groups: Record<string, Counts>;
	survivors: { id: string; reason: string | null; tests: string[] }[];
	/** Reasons whose mutant was killed or no longer exists. */
	needless: string[];
};

/** @param wanted the mutants, as group and ID */
export function toReport(
	wanted: readonly { group: string; id: string }[],
	outcomes: ReadonlyMap<string, Outcome>,
	given: Readonly<Record<string, string>> = reasons,
): Report {
	const groups: Record<string, Counts> = {};
	const survivors: Report['survivors'] = [];
	for (const { group, id } of wanted) {
		const counts = (groups[group] ??= { killed: 0, survived: 0, invalid: 0, left: 0 });
		const found = outcomes.get(id);
		counts[found?.outcome ?? 'left']++;
		if (found?.outcome !== 'survived') continue;
		survivors.push({ id, reason: given[id] ?? null, tests: found.tests });
	}
	const sum = (key: keyof Counts) =>
		Object.values(groups).reduce((total, counts) => total + counts[key], 0);
	const ids = new Set(wanted.map(({ id }) => id));
	return {
		killed: sum('killed'),
		survived: sum('survived'),
		invalid: sum('invalid'),
		left: sum('left'),
		rate: rateOf(Object.values(groups)),
		groups,
		survivors,
		needless: Object.keys(given).filter(
			(id) => !ids.has(id) || (outcomes.has(id) && outcomes.get(id)!.outcome !== 'survived'),
		),
	};
}

function rateOf(groups: readonly Counts[]): number {
	const tried = groups.filter(({ killed, survived }) => killed + survived > 0);
	const sizeOf = ({ killed, survived, left }: Counts) => killed + survived + left;
	const size = tried.reduce((total, group) => total + sizeOf(group), 0);
	if (size === 0) return 1;
	const killed = tried.reduce(
		(total, group) => total + (sizeOf(group) * group.killed) / (group.killed + group.survived),
		0,
	);
	return killed / size;
}

/** The problems with a report, as sentences. */
export function listProblems({ rate, survivors, needless }: Report): string[] {
	const unexplained = survivors.filter(({ reason }) => reason === null);
	return [
		...(rate < leastKilled
			? [`${percent(rate)} were killed, which is below ${percent(leastKilled)}.`]
			: []),
		...unexplained.map(({ id }) => `Survived without a reason: ${id}`),
		...needless.map((id) => `Has a reason, but does not survive: ${id}`),
	];
}

/** Stores the figures for `npm run prove`. */
export function reportGuards({ rate, killed, survived, invalid, left, groups }: Report): void {
	storeFigures('Guards that were taken away', {
		all: {
			'noticed, %': { value: Math.round(rate * 1_000) / 10, goal: { at_least: 100 * leastKilled } },
		},
		...Object.fromEntries(
			Object.entries(groups).map(([name, counts]) => [
				name,
				{
					noticed: counts.killed,
					'not noticed': counts.survived,
					'no valid code': counts.invalid,
					'not tried': counts.left,
				},
			]),
		),
	});
	if (left === 0) return;
	const tried = killed + survived + invalid;
	reportNote(
		`A sample: ${tried} of ${tried + left} changes were tried, all those of policies, and of the others an even spread. In the rate, each kind of guard counts by its size.`,
	);
}

/** Writes the report and returns its path. */
export function writeReport(report: Report): string {
	const path = join(folder, 'report.json');
	writeFileSync(path, `${JSON.stringify(report, null, '\t')}\n`);
	return path;
}

export function printReport(report: Report): string {
	const rows = Object.entries(report.groups).map(
		([name, { killed, survived, invalid, left }]) =>
			`| ${name} | ${killed} | ${survived} | ${invalid} | ${left} |`,
	);
	const total = `| all: ${percent(report.rate)} killed | ${report.killed} | ${report.survived} | ${report.invalid} | ${report.left} |`;
	return [
		'| Guards | Killed | Survived | No valid code | Not tried |',
		'| --- | ---: | ---: | ---: | ---: |',
		...rows,
		total,
	].join('\n');
}

function percent(part: number): string {
	return `${(part * 100).toFixed(1)} %`;
}
