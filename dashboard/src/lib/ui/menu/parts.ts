// The parts of a menu, for `import * as Menu`.
export { default as Content } from './Content.svelte';
export { default as Group } from './Group.svelte';
export { default as Item } from './Item.svelte';
export { default as Root } from '../FloatingRoot.svelte';
export { default as Trigger } from './Trigger.svelte';
