/** Whether the server of the dashboard answers. */
export async function reachesService(signal?: AbortSignal): Promise<boolean> {
	if (!navigator.onLine) return false;
	return fetch('/config.json', { cache: 'no-store', ...(signal && { signal }) }).then(
		({ ok }) => ok,
		() => false,
	);
}
