// Compares the effect of size with another checkout: prompts and subjects elsewhere on the site, candidates that are
// rejected, one hot subject, batches.
// Run it with: BENCH_BEFORE=<another checkout> npx node e2e/bench/scale-beside.ts
import { type Case, compareCheckouts, pairs } from './checkouts.ts';
import { fillBatches, fillCandidates, fillHot, fillSize } from './scale-pools.ts';

const counts = {
	one: { clients: 1, calls: 2_000, callsBefore: 10_000 },
	// A call with a thousand candidates takes longer.
	many: { clients: 1, calls: 500, callsBefore: 1_000 },
	hot: { clients: 16, calls: 3_000, callsBefore: 10_000 },
	batches: { clients: 8, calls: 200, callsBefore: 500 },
};

await compareCheckouts(async (admin, make, tree) => {
	const fill = { admin, make, requests: 10_000 + 3_000 * (pairs + 1) };
	const [one, thousand, otherValue] = await fillCandidates(fill);
	const cases: Case[] = [
		{ ...(await fillSize(fill, '10 prompts, 1,000 subjects', 0, 1_000)), ...counts.one },
		{
			...(await fillSize(fill, '10,000 prompts, 1,000,000 subjects', 9_990, 1_000_000)),
			...counts.one,
		},
		{ ...one!, ...counts.one },
		{ ...thousand!, ...counts.many },
		{ ...otherValue!, ...counts.many },
		...(await fillHot(fill)).map((variant) => ({ ...variant, ...counts.hot })),
		{ ...(await fillBatches({ ...fill, requests: 500 + 200 * (pairs + 1) })), ...counts.batches },
	];
	// Each checkout uses its own requests in order.
	return cases.map((one) => ({ ...one, pool: `${tree} ${one.pool}` }));
});
