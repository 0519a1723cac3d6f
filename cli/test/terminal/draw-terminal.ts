/** Colours of a terminal, by the code of the escape sequence that sets them; `text` without one. */
export type Theme = Record<'background' | 'text' | '2' | '31' | '32' | '33' | '36', string>;

/** Colours of code blocks in the docs. */
export const themes: Record<'light' | 'dark', Theme> = {
	light: {
		background: '#f8f6ef',
		text: '#343d38',
		2: '#5c655f',
		31: '#a3262f',
		32: '#1f6f5c',
		33: '#8a5a00',
		36: '#0b6478',
	},
	dark: {
		background: '#191e1c',
		text: '#d0d0c7',
		2: '#a0a29a',
		31: '#f0a3a3',
		32: '#8fd3bd',
		33: '#e3c27a',
		36: '#8ecfe0',
	},
};

const size = 14;
const charWidth = 8.4;
const lineHeight = 20;
const margin = 16;
const tabWidth = 4;

type Span = { text: string; column: number; style: string };

/**
 * Draws the output of a command as a terminal shows it: an SVG of its text with its colours. The text is
 * stretched to its columns, so that it looks the same in every font.
 */
export function drawTerminal(printed: string, theme: Theme): string {
	const lines = printed.trimEnd().split('\n').map(readSpans);
	const columns = Math.max(...lines.flat().map(({ text, column }) => column + text.length));
	const width = Math.ceil(columns * charWidth + 2 * margin);
	const height = lines.length * lineHeight + 2 * margin;
	const texts = lines.flatMap((spans, row) =>
		spans.map(({ text, column, style }) => {
			const x = round(margin + column * charWidth);
			const y = margin + row * lineHeight + 15;
			const length = round(text.length * charWidth);
			const look =
				style === '1' ? ' font-weight="700"' : style ? ` fill="${colour(theme, style)}"` : '';
			return `<text x="${x}" y="${y}" textLength="${length}"${look}>${escape(text)}</text>`;
		}),
	);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<rect width="100%" height="100%" fill="${theme.background}"/>`,
		`<g fill="${theme.text}" font-family="ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size}">`,
		...texts,
		'</g>',
		'</svg>',
		'',
	].join('\n');
}

/** The parts of a line with one style each. The command never combines two styles. */
function readSpans(line: string): Span[] {
	const spans: Span[] = [];
	let column = 0;
	let style = '';
	for (const part of line.split(/(\u001b\[\d+m)/)) {
		const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
		if (code !== undefined) {
			style = ['0', '22', '39'].includes(code) ? '' : code;
			continue;
		}
		const text = expandTabs(part, column);
		if (text.trim() !== '') spans.push({ text, column, style });
		column += text.length;
	}
	return spans;
}

function expandTabs(text: string, column: number): string {
	let expanded = '';
	for (const char of text) {
		const at = column + expanded.length;
		expanded += char === '\t' ? ' '.repeat(tabWidth - (at % tabWidth)) : char;
	}
	return expanded;
}

function colour(theme: Theme, style: string): string {
	const found = (theme as Record<string, string>)[style];
	if (found === undefined) throw new Error(`A theme has no colour for the escape code ${style}.`);
	return found;
}

function escape(text: string): string {
	// Browsers collapse ordinary spaces in an SVG.
	const kept = text.replaceAll(' ', '\u00a0');
	return kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
