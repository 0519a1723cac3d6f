/** The look that the documentation, the dashboard, prompts, e-mails and pictures share. */
export const brand = {
	/** On a light and on a dark ground. The light one is also the colour of the mark, and of prompts by default. */
	accent: { light: '#4f46e5', dark: '#a5a3fb' },
	ground: { light: '#fafafa', dark: '#0b0b0d' },
	surface: { light: '#ffffff', dark: '#121215' },
	line: { light: '#e5e5e9', dark: '#26262c' },
	ink: { light: '#18181b', dark: '#ededf0' },
	/** Secondary text. */
	soft: { light: '#4b4b55', dark: '#b0b0ba' },
	font: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
	/** Font sizes in rem, from notes to the title of a page. */
	sizes: {
		xs: 0.8,
		sm: 0.875,
		base: 1,
		lg: 1.125,
		xl: 1.25,
		'2xl': 1.5,
		'3xl': 1.875,
		'4xl': 2.25,
	},
	/** The speech bubble of the mark, on a square of 32 with corners of 8, and its three dots. */
	mark: {
		bubble:
			'M9 9.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7l-4.5 4v-4H9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Z',
		dots: [12, 16, 20],
	},
} as const;

/** The mark as an SVG file. */
export function drawMark(): string {
	const { accent, mark } = brand;
	return [
		'<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">',
		`\t<rect width="32" height="32" rx="8" fill="${accent.light}" />`,
		`\t<path d="${mark.bubble}" fill="#fff" />`,
		...mark.dots.map((x) => `\t<circle cx="${x}" cy="15" r="1.4" fill="${accent.light}" />`),
		'</svg>',
		'',
	].join('\n');
}

/** The tokens as custom properties, for style sheets. A style sheet with `color-scheme` gets the right colours. */
export function writeBrandCss(): string {
	const { font, sizes, mark: _, ...colours } = brand;
	return [
		'/* Generated from contract/src/brand.ts. */',
		":root,\n[data-ground='light'] {",
		...Object.entries(colours).flatMap(([name, { light, dark }]) => [
			`\t--brand-${name}: light-dark(${light}, ${dark});`,
		]),
		`\t--brand-font: ${font};`,
		...Object.entries(sizes).map(([name, size]) => `\t--brand-text-${name}: ${size}rem;`),
		'}',
		'',
	].join('\n');
}
