// Loaded after the figures: their links may come later than they do.
export { describeFigure, explainSummary } from '@feedback/contract';
