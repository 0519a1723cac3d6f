const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** Whether the page's policy allows images from `data:` URLs, without which a page cannot be drawn. */
export async function canDraw(): Promise<boolean> {
	const image = new Image();
	image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
	try {
		await image.decode();
		return true;
	} catch {
		return false;
	}
}
