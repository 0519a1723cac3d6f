// The only source of measured numbers in pages: what `npm run prove` stored. A name that no result has fails the build.
import budget from '../../../e2e/prove/results/budget.json' with { type: 'json' };
import checkFirst from '../../../e2e/prove/results/check-first.json' with { type: 'json' };
import failover from '../../../e2e/prove/results/failover.json' with { type: 'json' };
import firstAnswer from '../../../e2e/prove/results/first-answer.json' with { type: 'json' };
import http from '../../../e2e/prove/results/http.json' with { type: 'json' };
import ingest from '../../../e2e/prove/results/ingest.json' with { type: 'json' };
import otherSdks from '../../../e2e/prove/results/other-sdks.json' with { type: 'json' };
import race from '../../../e2e/prove/results/race.json' with { type: 'json' };
import row from '../../../e2e/prove/results/row.json' with { type: 'json' };
import scale from '../../../e2e/prove/results/scale.json' with { type: 'json' };
import server from '../../../e2e/prove/results/server.json' with { type: 'json' };
import sizes from '../../../e2e/prove/results/sizes.json' with { type: 'json' };
import visible from '../../../e2e/prove/results/visible.json' with { type: 'json' };
import visibleFormbricks from '../../../e2e/prove/results/visible-formbricks.json' with { type: 'json' };

type Figure = {
	name: string;
	row: string;
	value: number;
	goal?: { at_least?: number; at_most?: number; exactly?: number };
};
type Result = { part: string; figures: readonly Figure[] };

const results: readonly Result[] = [
	budget,
	checkFirst,
	failover,
	firstAnswer,
	http,
	ingest,
	otherSdks,
	race,
	row,
	scale,
	server,
	sizes,
	visible,
	visibleFormbricks,
];

function resultOf(part: string): Result {
	const result = results.find((one) => one.part === part);
	if (!result) throw new Error(`No page reads the result of "${part}": add it to figure.ts.`);
	return result;
}

/**
 * A measured number, by its part and its name there.
 *
 * @example
 * figure('http.16-connections.one-insert.rate'); // 7_399
 */
export function figure(name: string): number {
	return find(name).value;
}

/** The least that the figure should be. */
export function leastOf(name: string): number {
	const { goal } = find(name);
	if (goal?.at_least === undefined) throw new Error(`${name} has no goal that it should reach.`);
	return goal.at_least;
}

/** The rows of a table, each with its figures by the last part of their names. */
export function listRows(
	part: string,
	table: string,
): { row: string; values: Record<string, number> }[] {
	const own = resultOf(part).figures.filter(({ name }) => name.startsWith(`${table}.`));
	return [...new Set(own.map(({ row }) => row))].map((row) => ({
		row,
		values: Object.fromEntries(
			own
				.filter((one) => one.row === row)
				.map(({ name, value }) => [name.slice(name.lastIndexOf('.') + 1), value]),
		),
	}));
}

function find(name: string): Figure {
	const [, part, rest] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
	const found = resultOf(part ?? '').figures.find((one) => one.name === rest);
	if (!found) throw new Error(`No result has the figure "${name}".`);
	return found;
}
