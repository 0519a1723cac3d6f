// What needs the charting library, in one piece: pages load it once it is to be seen.
export { default as DayColumns } from './DayColumns.svelte';
export { default as NpsTrend } from './NpsTrend.svelte';
export { default as ScoreColumns } from './ScoreColumns.svelte';
