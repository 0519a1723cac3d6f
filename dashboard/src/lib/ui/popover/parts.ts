// The parts of a popover, for `import * as Popover`.
export { default as Content } from './Content.svelte';
export { default as Root } from '../FloatingRoot.svelte';
export { default as Trigger } from './Trigger.svelte';
