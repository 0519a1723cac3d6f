import { createSubscriber } from 'svelte/reactivity';

// One timer for every relative time on the page; it stands still while nobody looks.
const subscribe = createSubscriber((update) => {
	const timer = setInterval(update, 1_000);
	return () => clearInterval(timer);
});

/** The time in milliseconds; in a component or an effect it ticks every second. */
export function tickingNow(): number {
	subscribe();
	return Date.now();
}
