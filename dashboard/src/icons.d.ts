// The components that `icons.ts`, beside the Vite configuration, makes.
declare module 'icons/*' {
	import type { Component } from 'svelte';
	import type { ClassValue } from 'svelte/elements';

	const icon: Component<{ class?: ClassValue }>;
	export default icon;
}
