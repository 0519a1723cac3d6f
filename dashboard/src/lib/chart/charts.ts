// Everything that needs the charting library; loaded with the first chart.
export { default as DayColumns } from './DayColumns.svelte';
export { default as NpsTrend } from './NpsTrend.svelte';
export { default as ScoreColumns } from './ScoreColumns.svelte';
