// Components that `icons.ts`, next to the Vite configuration, generates.
declare module 'icons/*' {
	import type { Component } from 'svelte';
	import type { ClassValue } from 'svelte/elements';

	const icon: Component<{ class?: ClassValue }>;
	export default icon;
}
