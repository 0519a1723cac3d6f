/** Most fonts and bytes that a picture embeds. */
const maxFonts = 12;
const maxBytes = 3_000_000;

/** The CSS of the fonts that the page has loaded, with the files in it: a picture cannot load any. */
export async function embedFonts(withinMs: number): Promise<string> {
	const loaded = new Set(
		[...document.fonts].filter(({ status }) => status === 'loaded').map((face) => identify(face)),
	);
	if (!loaded.size) return '';
	const rules = listRules().filter(({ style }) =>
		loaded.has(
			identify({
				family: style.getPropertyValue('font-family'),
				weight: style.getPropertyValue('font-weight') || 'normal',
				style: style.getPropertyValue('font-style') || 'normal',
				unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
			}),
		),
	);
	let bytes = 0;
	const embedded = await Promise.all(
		rules.slice(0, maxFonts).map(async (rule) => {
			const file = await load(rule, withinMs);
			bytes += file?.length ?? 0;
			return file && bytes < maxBytes ? describe(rule, file) : '';
		}),
	);
	return embedded.join('\n');
}

type Face = Pick<FontFace, 'family' | 'weight' | 'style' | 'unicodeRange'>;

function identify({ family, weight, style, unicodeRange }: Face): string {
	return [family.replace(/['"]/g, ''), weight, style, unicodeRange]
		.join('|')
		.toLowerCase()
		.replace(/\s/g, '')
		.replace('|normal|', '|400|')
		.replace('|bold|', '|700|');
}

/** All rules that declare a font, also those in other rules and in imported sheets. */
function listRules(): CSSFontFaceRule[] {
	const found: CSSFontFaceRule[] = [];
	const collect = (holder: object | null) => {
		let rules: CSSRuleList | undefined;
		try {
			rules = (holder as Partial<CSSGroupingRule> | null)?.cssRules;
		} catch {
			// A sheet of another origin.
		}
		for (const rule of rules ?? []) {
			if (rule instanceof CSSFontFaceRule) found.push(rule);
			else collect(rule instanceof CSSImportRule ? rule.styleSheet : rule);
		}
	};
	for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collect(sheet);
	return found;
}

/** The font file as a `data:` URL. */
async function load(rule: CSSFontFaceRule, withinMs: number): Promise<string | undefined> {
	const [, url] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src')) ?? [];
	if (!url || url.startsWith('data:')) return url;
	const address = new URL(url, rule.parentStyleSheet?.href ?? document.baseURI);
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), withinMs);
	try {
		const response = await fetch(address, { cache: 'force-cache', signal: controller.signal });
		return response.ok ? await toDataUrl(await response.blob()) : undefined;
	} catch {
		// The text is drawn in another font.
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}

function toDataUrl(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(reader.result as string);
		reader.onerror = () => reject(new Error('Unreadable.'));
		reader.readAsDataURL(file);
	});
}

function describe({ style }: CSSFontFaceRule, file: string): string {
	const kept = ['font-family', 'font-weight', 'font-style', 'font-stretch', 'unicode-range']
		.map((name) => [name, style.getPropertyValue(name)] as const)
		.filter(([, value]) => value)
		.map(([name, value]) => `${name}:${value};`);
	return `@font-face{${kept.join('')}src:url("${file}");}`;
}
