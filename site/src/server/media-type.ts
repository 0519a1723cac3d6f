const types: Record<string, string> = {
	css: 'text/css; charset=utf-8',
	html: 'text/html; charset=utf-8',
	ico: 'image/x-icon',
	js: 'text/javascript; charset=utf-8',
	json: 'application/json; charset=utf-8',
	md: 'text/markdown; charset=utf-8',
	png: 'image/png',
	svg: 'image/svg+xml',
	txt: 'text/plain; charset=utf-8',
	wasm: 'application/wasm',
	webp: 'image/webp',
	woff2: 'font/woff2',
	xml: 'application/xml; charset=utf-8',
};

/** The content type of a file, by its name. */
export function mediaType(path: string): string {
	return types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
