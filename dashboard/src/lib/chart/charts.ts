// Everything that needs the charting library, loaded when a chart is shown.
export { default as DayColumns } from './DayColumns.svelte';
export { default as NpsTrend } from './NpsTrend.svelte';
export { default as ScoreColumns } from './ScoreColumns.svelte';
