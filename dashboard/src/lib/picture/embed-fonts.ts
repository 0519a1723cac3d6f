/**
 * The fonts that the page has loaded, as CSS with embedded files. The library would search for them in a separate style
 * element, which the content security policy forbids.
 */
export async function embedFonts(): Promise<string> {
	const loaded = new Set(
		[...document.fonts]
			.filter(({ status }) => status === 'loaded')
			.map(({ unicodeRange }) => unicodeRange),
	);
	const rules = [...document.styleSheets].flatMap((sheet) =>
		[...sheet.cssRules]
			.filter((rule) => rule instanceof CSSFontFaceRule)
			.map((rule) => ({ rule, base: sheet.href ?? document.baseURI })),
	);
	const embedded = rules.map(async ({ rule, base }) => {
		const url = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
		if (url === undefined || !loaded.has(rule.style.getPropertyValue('unicode-range'))) return '';
		const response = await fetch(new URL(url, base));
		// A picture in another font is better than none.
		if (!response.ok) return '';
		return rule.cssText.replace(url, await toDataUrl(await response.blob()));
	});
	return (await Promise.all(embedded)).join('\n');
}

function toDataUrl(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(reader.result as string);
		reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
		reader.readAsDataURL(file);
	});
}
