type SlugOptions = { separator: '_' | '-'; length: number; or: string };

/**
 * An identifier of lower-case ASCII letters and digits that starts with a letter.
 *
 * @example
 * toSlug('How easy was it?', { separator: '_', length: 40, or: 'question' }); // 'how_easy_was_it'
 */
export function toSlug(text: string, { separator, length, or }: SlugOptions): string {
	const words = text
		.normalize('NFKD')
		.replace(/[\u0300-\u036F]/g, '')
		.toLowerCase()
		.match(/[a-z0-9]+/g);
	const slug = (words ?? []).join(separator).replace(/^[\d_-]+/, '');
	const short = slug.slice(0, length).replace(/[_-]+$/, '');
	return short === '' || short === 'constructor' || short === 'prototype' ? or : short;
}

/** The name, or with the first free number after it; adds it to `taken`. */
export function unique(name: string, taken: Set<string>, separator: string): string {
	let free = name;
	for (let count = 2; taken.has(free); count += 1) free = `${name}${separator}${count}`;
	taken.add(free);
	return free;
}
