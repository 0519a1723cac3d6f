// Prints how well the search finds what it should: `npm run search -w @feedback/site`, after a build.
import { fileURLToPath } from 'node:url';

import { measureSearch, type Figures } from './figures.ts';

const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const figures = await measureSearch(folder);

for (const kind of ['question', 'identifier', 'typo'] as const) print(kind, figures[kind]);
console.log(`first search ${figures.first.toFixed(0)} ms · warm p50 ${ms(0.5)} · p95 ${ms(0.95)}`);
console.log(`index ${(figures.bytes / 1024).toFixed(0)} KiB, ${figures.sections} sections\n`);
for (const miss of figures.misses) {
	console.log(`${miss.rank ? `at ${miss.rank}` : 'missed'}  ${miss.id}  ${miss.query}`);
	if (process.argv.includes('--verbose')) {
		for (const found of miss.found) console.log(`          ${found}`);
	}
}

function print(kind: string, { count, at1, at5, mrr }: Figures): void {
	const share = (value: number) => value.toFixed(3);
	console.log(
		`${kind.padEnd(10)} ${String(count).padStart(3)}  @1 ${share(at1)}  @5 ${share(at5)}  MRR ${share(mrr)}`,
	);
}

function ms(quantile: number): string {
	const sorted = figures.warm.toSorted((a, b) => a - b);
	return `${sorted[Math.floor((sorted.length - 1) * quantile)]!.toFixed(2)} ms`;
}
