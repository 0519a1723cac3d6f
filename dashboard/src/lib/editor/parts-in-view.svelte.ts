/** Follows which part of the page is read: the last one whose head has come up. Call it in a component. */
export function watchParts(): { readonly current: string | undefined } {
	let current = $state<string>();

	function look() {
		const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
		const line = Math.min(window.innerHeight / 3, 260);
		const above = parts.filter((part) => part.getBoundingClientRect().top <= line);
		// At the very end the last part is meant, however short it is.
		const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
		const part = isEnd && window.scrollY > 0 ? parts.at(-1) : (above.at(-1) ?? parts[0]);
		current = part?.dataset['part'];
	}

	$effect(() => {
		let frame = 0;
		const onScroll = () => {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(look);
		};
		// Where things are is asked in the next frame: to ask at once would lay the page out twice.
		current = document.querySelector<HTMLElement>('[data-part]')?.dataset['part'];
		onScroll();
		window.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			cancelAnimationFrame(frame);
			window.removeEventListener('scroll', onScroll);
		};
	});

	return {
		get current() {
			return current;
		},
	};
}
