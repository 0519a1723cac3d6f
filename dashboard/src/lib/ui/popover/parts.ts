// The parts of a popover, for `import * as Popover`: a button and what it opens.
export { default as Content } from './Content.svelte';
export { default as Root } from '../FloatingRoot.svelte';
export { default as Trigger } from './Trigger.svelte';
