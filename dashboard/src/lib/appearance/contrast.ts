/** Relative luminance of a colour such as `#4f46e5` by WCAG 2, from 0 to 1; undefined for anything else. */
function luminance(colour: string): number | undefined {
	if (!/^#[0-9a-f]{6}$/i.test(colour)) return undefined;
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio of two colours by WCAG 2, from 1 to 21; undefined if either is not a colour.
 *
 * @example
 * contrast('#ffffff', '#000000'); // 21
 */
export function contrast(one: string, other: string): number | undefined {
	const [a, b] = [luminance(one), luminance(other)];
	if (a === undefined || b === undefined) return undefined;
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Backgrounds of the prompt in each theme, as the SDK draws them. */
const grounds = { light: '#ffffff', dark: '#1b1d23' } as const;
type Ground = keyof typeof grounds;

/** The minimum of WCAG 2 for controls. */
const least = 3;

/**
 * The themes in which a button of this colour has too little contrast. Its text is black or white, whichever has
 * more contrast, and needs no warning.
 *
 * @example
 * findLowContrast('#facc15', 'auto'); // [{ ground: 'light', ratio: 1.5 }]
 */
export function findLowContrast(
	accent: string,
	theme: 'auto' | Ground,
): { ground: Ground; ratio: number }[] {
	const themes: Ground[] = theme === 'auto' ? ['light', 'dark'] : [theme];
	return themes.flatMap((ground) => {
		const ratio = contrast(accent, grounds[ground]);
		return ratio !== undefined && ratio < least
			? [{ ground, ratio: Math.floor(ratio * 10) / 10 }]
			: [];
	});
}
