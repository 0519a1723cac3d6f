/** Tracks the section in view: the last one whose heading has scrolled up. Call it in a component. */
export function watchSections(): { readonly current: string | undefined } {
	let current = $state<string>();

	function look() {
		const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
		const line = Math.min(window.innerHeight / 3, 260);
		const above = parts.filter((part) => part.getBoundingClientRect().top <= line);
		// At the end of the page, the last section is in view, however short it is.
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
		// Measured in the next frame, to avoid a second layout.
		current = document.querySelector<HTMLElement>('[data-part]')?.dataset['part'];
		onScroll();
		// A section that opens, or that was still loading, moves those below it without scrolling.
		const sizes = new ResizeObserver(onScroll);
		sizes.observe(document.body);
		window.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			cancelAnimationFrame(frame);
			sizes.disconnect();
			window.removeEventListener('scroll', onScroll);
		};
	});

	return {
		get current() {
			return current;
		},
	};
}
