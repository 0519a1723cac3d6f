import type { Truth } from './watched-runs.ts';

/**
 * Distributions from which simulated people answer: even, skewed and near-constant, for every kind of measure.
 */
export const truths: Record<string, { min: number; max: number; truth: Truth }> = {
	'NPS of 20': nps(0.5, 0.2, 0.3),
	'NPS of 0, most passive': nps(0.05, 0.9, 0.05),
	'NPS of 98, near-constant': nps(0.985, 0.01, 0.005),
	'NPS of -93, near-constant': nps(0.02, 0.03, 0.95),
	'ratings of 4.15, skewed': ratings(0.05, 0.05, 0.1, 0.3, 0.5),
	'ratings of 4.98, near-constant': ratings(0.003, 0.002, 0.002, 0.003, 0.99),
	'ratings of 3, at both ends': ratings(0.5, 0, 0, 0, 0.5),
	'CSAT of 80 %': share(0.8),
	'a response rate of 3 %': share(0.03),
};

function nps(promoters: number, passives: number, detractors: number) {
	const truth: Truth = [
		[100, promoters],
		[0, passives],
		[-100, detractors],
	];
	return { min: -100, max: 100, truth };
}

function ratings(...probabilities: number[]) {
	const truth = probabilities.map((probability, at) => [at + 1, probability] as const);
	return { min: 1, max: probabilities.length, truth };
}

function share(hits: number) {
	const truth: Truth = [
		[1, hits],
		[0, 1 - hits],
	];
	return { min: 0, max: 1, truth };
}
