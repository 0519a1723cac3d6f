// Loaded once there are results.
export { default as DownloadPicture } from './DownloadPicture.svelte';
export { default as PrintedView } from './PrintedView.svelte';
