import { createSubscriber } from 'svelte/reactivity';

// One timer for every relative time on the page; it runs only while there are subscribers.
const subscribe = createSubscriber((update) => {
	const timer = setInterval(update, 1_000);
	return () => clearInterval(timer);
});

/** The current time in milliseconds; updates every second in a component or an effect. */
export function liveNow(): number {
	subscribe();
	return Date.now();
}
