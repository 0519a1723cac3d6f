/** A text in the original language, and in others by language tag. */
export type Localized = { text: string; other: Record<string, string> };

/** Reads a text that is a string, or an object with `default` and language tags. */
export function toLocalized(value: unknown): Localized | undefined {
	if (typeof value === 'string')
		return value.trim() === '' ? undefined : { text: value, other: {} };
	if (typeof value === 'number') return { text: String(value), other: {} };
	if (typeof value !== 'object' || value === null) return undefined;
	const texts = Object.entries(value).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
	);
	const { default: text, ...other } = Object.fromEntries(texts) as Record<string, string>;
	const original = text ?? Object.values(other)[0];
	if (original === undefined) return undefined;
	const known = Object.entries(other).flatMap(([tag, said]) => {
		const language = toTag(tag);
		return language && said !== original ? [[language, said] as const] : [];
	});
	return { text: original, other: Object.fromEntries(known) };
}

/** The language tag as prompt files write it; undefined if it is none. */
export function toTag(tag: string): string | undefined {
	try {
		const { language, script, region } = new Intl.Locale(tag.replaceAll('_', '-'));
		return [language, script, region].filter(Boolean).join('-');
	} catch {
		return undefined;
	}
}

const entities: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** The text without HTML tags; other products format titles with them. */
export function plainText(html: string): string {
	return html
		.replace(/<(br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (found, decimal, hex, name) => {
			if (name) return entities[String(name).toLowerCase()] ?? found;
			const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
			return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
		})
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n[ \n]*/g, '\n')
		.trim();
}
