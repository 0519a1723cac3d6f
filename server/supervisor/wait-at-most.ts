/** Waits for something to end, but no longer: a connection to a database that hung may never say goodbye. */
export async function waitAtMost(milliseconds: number, ending: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	try {
		await Promise.race([ending, late]);
	} finally {
		clearTimeout(timer);
	}
}
