export { countAnswersNeeded } from './answers-needed.ts';
export { arePlausible, compareSamples, isDifferent } from './compare.ts';
export { estimate, isPlausible, missRate } from './estimate.ts';
export { fixedDifference, fixedMean, fixedNps, fixedShare, studentT95 } from './fixed-n.ts';
export {
	lowestTo,
	npsGroups,
	sampleNps,
	sampleRatings,
	sampleShare,
	sampleThumbsUp,
	sampleTopTwo,
	satisfiedFrom,
} from './measures.ts';
export { countSample, meanOf } from './sample.ts';
export type { Estimate, Sample, ValueCounts } from './sample.ts';
