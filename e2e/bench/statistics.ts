// Measures how often the true value is outside an interval after any of 2,000 answers, and how wide the intervals are
// after the last answer. Compares an interval for a fixed number of answers, the asymptotic confidence sequence of
// Waudby-Smith and others (arXiv 2103.06476), shown from 100 answers on, and our interval, shown from the first answer.
// Run it with: npx node e2e/bench/statistics.ts
import {
	arePlausible,
	compareSamples,
	estimate,
	isPlausible,
	missRate,
} from '../../contract/src/statistics/mod.ts';
import type { Sample } from '../../contract/src/statistics/mod.ts';
import { truths } from '../../contract/src/statistics/simulation/truths.ts';
import {
	countWrongRuns,
	draw,
	seededRandom,
	trueMean,
} from '../../contract/src/statistics/simulation/watched-runs.ts';
import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { rounded } from './measure.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 2_000);
const answers = 2_000;
const seed = 20_261_124;
const leastAsymptotic = 100;

const single: Rows = {};
for (const [name, { min, max, truth }] of Object.entries(truths)) {
	const mean = trueMean(truth);
	const watch = (isWrong: (sample: Sample) => boolean, everyAnswer: boolean) => {
		const random = seededRandom(seed);
		const wrong = countWrongRuns({ runs, answers, everyAnswer }, () => {
			const counts = new Map<number, number>();
			return {
				add() {
					const value = draw(truth, random);
					counts.set(value, (counts.get(value) ?? 0) + 1);
				},
				isWrong: () => isWrong({ counts, min, max }),
			};
		});
		return percentOf(wrong);
	};
	const beyond = (half: (sample: Moments) => number, least: number) => (sample: Sample) => {
		const moments = measure(sample);
		return moments.answers >= least && Math.abs(moments.mean - mean) > half(moments);
	};
	const expected: Sample = {
		counts: new Map(truth.map(([value, probability]) => [value, probability * answers])),
		min,
		max,
	};
	const moments = measure(expected);
	const { low, high } = estimate(expected)!;
	single[name] = {
		'fixed n, %': watch(beyond(fixed, 20), true),
		'asymptotic, %': watch(beyond(asymptotic, leastAsymptotic), true),
		'ours, %': {
			value: watch((sample) => !isPlausible(sample, mean), true),
			goal: { at_most: 100 * missRate },
		},
		'width, asymptotic': rounded(asymptotic(moments) / fixed(moments)),
		'width, ours': rounded((high - low) / 2 / fixed(moments)),
	};
}
reportNote(
	`${runs} runs of ${answers} answers; widths are multiples of that for a fixed number of answers.`,
);
reportTable('One group', single);

const pairs: Rows = {};
for (const [one, other, share] of [
	['NPS of 20', 'NPS of 20', 0.5],
	['NPS of 20', 'NPS of -93, near-constant', 0.9],
	['ratings of 4.15, skewed', 'ratings of 4.98, near-constant', 0.5],
	['a response rate of 3 %', 'a response rate of 3 %', 0.2],
] as const) {
	const random = seededRandom(seed);
	const sources = [truths[one]!, truths[other]!];
	const means = sources.map(({ truth }) => trueMean(truth)) as [number, number];
	const wrong = countWrongRuns({ runs, answers }, () => {
		const samples = sources.map(({ min, max }) => ({
			counts: new Map<number, number>(),
			min,
			max,
		}));
		const [first, second] = samples as [(typeof samples)[0], (typeof samples)[0]];
		return {
			add() {
				const at = random() < share ? 0 : 1;
				const value = draw(sources[at]!.truth, random);
				samples[at]!.counts.set(value, (samples[at]!.counts.get(value) ?? 0) + 1);
			},
			isWrong() {
				if (arePlausible(first, second, means)) return false;
				const found = compareSamples(first, second);
				return (
					found !== null && (means[0] - means[1] < found.low || means[0] - means[1] > found.high)
				);
			},
		};
	});
	pairs[`${one} – ${other}, ${share * 100} %`] = { 'ours, %': percentOf(wrong) };
}
// With the share of answers in the first; looks are about every 5 %.
reportTable('Differences of two groups', pairs);

/** How many runs in a hundred. */
function percentOf(wrong: number): number {
	return Number(((100 * wrong) / runs).toFixed(1));
}

type Moments = { answers: number; mean: number; deviation: number };

function measure({ counts }: Sample): Moments {
	let [answers, sum, squares] = [0, 0, 0];
	for (const [value, count] of counts) {
		answers += count;
		sum += value * count;
		squares += value * value * count;
	}
	const mean = sum / answers;
	return { answers, mean, deviation: Math.sqrt(Math.max(0, squares / answers - mean * mean)) };
}

function fixed({ answers, deviation }: Moments): number {
	return (1.959964 * deviation) / Math.sqrt(answers);
}

/** Tightest at 500 answers. */
function asymptotic({ answers, deviation }: Moments): number {
	const rho = Math.sqrt((-2 * Math.log(missRate) + Math.log(1 - 2 * Math.log(missRate))) / 500);
	const spread = answers * rho * rho + 1;
	return (
		deviation *
		Math.sqrt(((2 * spread) / (answers * rho) ** 2) * Math.log(Math.sqrt(spread) / missRate))
	);
}
