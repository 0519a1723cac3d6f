// Measures how much a destination adds to the cost of an answer: final answers over HTTP to a site without a
// destination and to a site with one webhook. With BENCH_BEFORE=<another checkout>, also to a site of that checkout.
// Interleaved; CPU of Postgres and the functions. Run it with: npx node e2e/bench/answer.ts
import { reportNote, reportTable } from '../prove/report.ts';
import { type AnsweringStack, startAnsweringStack } from './answering-stack.ts';
import { rounded } from './measure.ts';
import { median } from './median.ts';
import { cpuOf } from './process-cost.ts';
import { spawnReceiver } from './spawn-receiver.ts';
import type { TestSite } from '../../supabase/tests/sites.ts';

const pairs = Number(process.env['BENCH_RUNS'] ?? 10);
const answers = Number(process.env['BENCH_ANSWERS'] ?? 200);
const perSecond = 50;
const before = process.env['BENCH_BEFORE'];

type Variant = { name: string; stack: AnsweringStack; site: TestSite; delivered: boolean };
/**
 * Figures of one run: milliseconds until half of the answers, or 95 of 100, were stored, and CPU in microseconds per
 * answer.
 */
type Figures = { p50: number; p95: number; cpu: number };

const cleanup = new AsyncDisposableStack();
try {
	const receiver = await spawnReceiver();
	cleanup.defer(() => receiver.stop());
	const start = async (options: Parameters<typeof startAnsweringStack>[0]) => {
		const stack = await startAnsweringStack(options);
		cleanup.defer(() => stack.stop());
		return stack;
	};
	const idle = await start({ environment: { FEEDBACK_DELIVER: '0' } });
	const delivering = await start({});
	const pairsOfVariants: [Variant, Variant][] = [
		await prepare('messages are written, none is sent', idle, false),
		await prepare('messages are sent', delivering, true),
	];
	if (before) {
		const released = await start({ tree: before });
		pairsOfVariants.push([
			{ name: 'before', stack: released, site: await released.addSite(), delivered: false },
			{ ...pairsOfVariants[1]![0], name: 'no destination, beside before' },
		]);
	}
	reportNote(`${answers} answers at ${perSecond} a second, ${pairs} interleaved pairs, medians.`);
	for (const pair of pairsOfVariants) print(pair, await compare(pair));

	async function prepare(
		name: string,
		stack: AnsweringStack,
		delivered: boolean,
	): Promise<[Variant, Variant]> {
		return [
			{ name: 'no destination', stack, site: await stack.addSite(), delivered: false },
			{
				name: `one webhook, ${name}`,
				stack,
				site: await stack.addSite([receiver.port]),
				delivered,
			},
		];
	}

	async function compare(pair: [Variant, Variant]): Promise<[Figures, Figures][]> {
		const figures: [Figures, Figures][] = [];
		for (const variant of pair) await run(variant);
		for (let at = 0; at < pairs; at++) {
			// Alternate the order, so that neither variant always runs second.
			const reversed = at % 2 === 1;
			const first = await run(pair[reversed ? 1 : 0]);
			const second = await run(pair[reversed ? 0 : 1]);
			figures.push(reversed ? [second, first] : [first, second]);
		}
		return figures;
	}

	async function run({ stack, site, delivered }: Variant): Promise<Figures> {
		const displays = await stack.display(site, answers);
		const cpu = cpuOf(stack.processes());
		const answered = await stack.answer(site, displays, perSecond);
		if (delivered) await receiver.waitFor(displays);
		const times = answered.map(({ ms }) => ms).toSorted((a, b) => a - b);
		const at = (share: number) => times[Math.floor(times.length * share)]!;
		return {
			p50: at(0.5),
			p95: at(0.95),
			cpu: ((cpuOf(stack.processes()) - cpu) * 1_000) / answers,
		};
	}
} finally {
	await cleanup.disposeAsync();
}

function print(pair: [Variant, Variant], figures: readonly [Figures, Figures][]): void {
	const of = (which: 0 | 1, part: keyof Figures) =>
		median(figures.map((figure) => figure[which][part]));
	const ratio = (part: keyof Figures) =>
		rounded(median(figures.map(([one, other]) => other[part] / one[part])));
	const row = (which: 0 | 1) => ({
		'p50, ms': rounded(of(which, 'p50')),
		'p95, ms': rounded(of(which, 'p95')),
		'CPU, µs': Math.round(of(which, 'cpu')),
	});
	reportTable(`${pair[1].name}, beside ${pair[0].name}`, {
		[pair[0].name]: row(0),
		[pair[1].name]: row(1),
		'median ratio of the pairs': {
			'p50 ×': { value: ratio('p50'), goal: { at_most: 1.05 } },
			'p95 ×': ratio('p95'),
			'CPU ×': ratio('cpu'),
		},
	});
}
