/** A visitor's browser: the service correctly treats headless Chromium's own name as a bot. */
export const userAgent =
	'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
