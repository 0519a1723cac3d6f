// Loaded once there are results.
export { default as RepeatAnswers } from './RepeatAnswers.svelte';
export { default as ResponseRates } from './ResponseRates.svelte';
