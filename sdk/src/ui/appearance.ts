import type { Appearance } from '@feedback/contract/wire';

/**
 * Returns the CSS of an appearance. Values are checked here again, because they become part of a sheet.
 *
 * @example
 * describeAppearance({ theme: 'auto', accent: '#facc15', font: 'system', position: 'center' });
 * // '.panel{--prompt-accent:#facc15;--prompt-on:#000;}'
 */
export function describeAppearance({ accent, radius, font, position }: Appearance): string {
	let rules = '';
	if (accent && /^#[0-9a-f]{6}$/i.test(accent)) {
		rules += `--prompt-accent:${accent};--prompt-on:${readableOn(accent)};`;
	}
	if (radius !== undefined) rules += `--prompt-radius:${Number(radius)}px;`;
	let around = '';
	if (font === 'inherit') {
		around += 'font-family:inherit!important;';
		rules += 'font-family:inherit;';
	}
	if (position === 'inline') around += 'display:block!important;';
	return (around && `:host{${around}}`) + (rules && `.panel{${rules}}`);
}

/** Black or white, whichever contrasts more by WCAG 2. For browsers without relative colours. */
function readableOn(colour: string): string {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
