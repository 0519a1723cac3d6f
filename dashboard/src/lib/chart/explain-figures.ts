// Loaded after the figures: their links may come later than they do.
export { explainSummary } from '@feedback/contract';
