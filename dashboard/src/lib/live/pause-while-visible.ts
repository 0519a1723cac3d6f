/** Resolves after the time if the page is visible, else once it becomes visible, or on abort. */
export function pauseWhileVisible(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		let over = false;
		const timer = setTimeout(() => {
			over = true;
			if (!document.hidden) end();
		}, milliseconds);
		function onVisible() {
			if (!document.hidden && over) end();
		}
		function end() {
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', onVisible);
			signal.removeEventListener('abort', end);
			resolve();
		}
		document.addEventListener('visibilitychange', onVisible);
		signal.addEventListener('abort', end);
	});
}
