// Prints how well the search finds the expected sections, with 95% intervals; README.md explains the options.
import { fileURLToPath } from 'node:url';

import { measureSearch, type Figures } from './measure-search.ts';
import { developedOn, heldBack, kinds, type QuestionSet } from './question-sets.ts';

const folder = fileURLToPath(new URL('../site/dist/', import.meta.url));
const sets: QuestionSet[] = [...developedOn, ...heldBack];
const set = sets.find((name) => process.argv.includes(`--set=${name}`)) ?? 'developed-on/first';
const figures = await measureSearch(folder, set);

print('all', figures.all);
for (const kind of kinds) if (figures.by[kind].count > 0) print(kind, figures.by[kind]);
console.log(`first search ${figures.first.toFixed(0)} ms · warm p50 ${ms(0.5)} · p95 ${ms(0.95)}`);
const looked = developedOn.some((name) => name === set) || process.argv.includes('--verbose');
console.log(`index ${(figures.bytes / 1024).toFixed(0)} KiB, ${figures.sections} sections\n`);
for (const miss of looked ? figures.misses : []) {
	console.log(`${miss.rank ? `at ${miss.rank}` : 'missed'}  ${miss.id}  ${miss.query}`);
	if (process.argv.includes('--verbose')) {
		for (const found of miss.found) console.log(`          ${found}`);
	}
}

function print(kind: string, { count, at1, at5, mrr }: Figures): void {
	console.log(
		`${kind.padEnd(10)} ${String(count).padStart(3)}  @1 ${share(at1, count)}  @5 ${share(at5, count)}  MRR ${mrr.toFixed(3)}`,
	);
}

function share(value: number, count: number): string {
	const [low, high] = wilson(value, count);
	return `${value.toFixed(3)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** The Wilson interval of a share, at 95%. */
function wilson(value: number, count: number): [number, number] {
	const z = 1.96;
	const middle = value + z ** 2 / (2 * count);
	const half = z * Math.sqrt((value * (1 - value)) / count + z ** 2 / (4 * count ** 2));
	return [(middle - half) / (1 + z ** 2 / count), (middle + half) / (1 + z ** 2 / count)];
}

function ms(quantile: number): string {
	const sorted = figures.warm.toSorted((a, b) => a - b);
	return `${sorted[Math.floor((sorted.length - 1) * quantile)]!.toFixed(2)} ms`;
}
