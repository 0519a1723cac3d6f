// Loaded while the summary is read.
export { default as DownloadPicture } from '#lib/picture/DownloadPicture.svelte';

export { default as DayFigures } from './DayFigures.svelte';
export { default as DropOff } from './DropOff.svelte';
export { default as QuestionResult } from './QuestionResult.svelte';
export { default as RepeatAnswers } from './RepeatAnswers.svelte';
export { default as ResponseRates } from './ResponseRates.svelte';
