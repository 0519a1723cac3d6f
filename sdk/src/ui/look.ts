import type { Look } from '@feedback/contract/wire';

/**
 * CSS of what an author may choose. Values are checked here again, because they become part of a sheet.
 *
 * @example
 * describeLook({ theme: 'auto', accent: '#facc15', font: 'system', position: 'center' });
 * // '.panel{--look-accent:#facc15;--look-on:#000;}'
 */
export function describeLook({ accent, radius, font, position }: Look): string {
	let rules = '';
	if (accent && /^#[0-9a-f]{6}$/i.test(accent)) {
		rules += `--look-accent:${accent};--look-on:${readableOn(accent)};`;
	}
	if (radius !== undefined) rules += `--look-radius:${Number(radius)}px;`;
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
