// Everything that needs the charting library; loaded with the first chart.
export { default as DayColumns } from './DayColumns.svelte';
export { default as ScoreColumns } from './ScoreColumns.svelte';
export { default as ScoreTrend } from './ScoreTrend.svelte';
