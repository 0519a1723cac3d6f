import type { PromptInput } from '../prompt.ts';

export type PictureTheme = 'light' | 'dark';

type Question = PromptInput['questions'][number];
type Colors = Record<'ground' | 'panel' | 'line' | 'ink' | 'soft' | 'accent', string>;

const colors: Record<PictureTheme, Colors> = {
	light: {
		ground: '#f4f4f2',
		panel: '#ffffff',
		line: '#d9d9d4',
		ink: '#1c1c1a',
		soft: '#6b6b66',
		accent: '#1c1c1a',
	},
	dark: {
		ground: '#151514',
		panel: '#232322',
		line: '#43433f',
		ink: '#f2f2ef',
		soft: '#a3a39c',
		accent: '#f2f2ef',
	},
};

const width = 320;
const height = 180;
const left = 26;
const inner = width - 2 * left;
/** Width of a character in the widest of the usual fonts, as a share of the font size. */
const characterWidth = { regular: 0.56, bold: 0.64 };

/**
 * Draws the first question of a prompt as an SVG. The same input gives the same picture, and the picture refers to no
 * other file. The editor and the documentation of each question type show the real prompt.
 *
 * @example
 * drawPicture(template.content, 'dark'); // '<svg xmlns=…'
 */
export function drawPicture(content: PromptInput, theme: PictureTheme): string {
	const paint = colors[theme];
	const question = content.questions[0]!;
	const title = wrap(question.title, 13, inner - 24, 2, 'bold');
	const top = 26;
	const controlTop = top + 20 + title.length * 18;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif">`,
		rectangle({ x: 0, y: 0, width, height, fill: paint.ground }),
		rectangle({
			x: left,
			y: top,
			width: inner,
			height: 130,
			rx: 10,
			fill: paint.panel,
			stroke: paint.line,
		}),
		...title.map((line, at) => write(line, left + 12, top + 22 + at * 18, 13, paint.ink, 600)),
		...drawControl(question, controlTop, paint),
		drawProgress(content.questions.length, top + 116, paint),
		'</svg>',
	].join('\n');
}

function drawControl(question: Question, y: number, paint: Colors): string[] {
	const x = left + 12;
	const room = inner - 24;
	switch (question.type) {
		case 'nps':
			return drawScale(
				Array.from({ length: 11 }, (_, at) => String(at)),
				question,
				y,
				paint,
			);
		case 'rating': {
			const steps = question.scale ?? 5;
			const signs = Array.from({ length: steps }, (_, at) =>
				question.style === 'stars' ? '★' : String(at + 1),
			);
			if (question.style === 'faces') return drawScale(signs, question, y, paint, drawFace);
			return drawScale(signs, question, y, paint);
		}
		case 'single_choice':
		case 'multiple_choice':
			return question.options
				.slice(0, 2)
				.flatMap(({ label }, at) => [
					rectangle({ x, y: y + at * 24, width: room, height: 20, rx: 5, stroke: paint.line }),
					question.type === 'single_choice'
						? `<circle cx="${x + 11}" cy="${y + at * 24 + 10}" r="4.5" fill="none" stroke="${paint.soft}"/>`
						: rectangle({
								x: x + 6.5,
								y: y + at * 24 + 5.5,
								width: 9,
								height: 9,
								rx: 2,
								stroke: paint.soft,
							}),
					write(wrap(label, 11, room - 30, 1)[0]!, x + 22, y + at * 24 + 14, 11, paint.soft),
				]);
		case 'yes_no': {
			const labels = [question.yes_label ?? 'Yes', question.no_label ?? 'No'];
			const half = (room - 8) / 2;
			return labels.flatMap((label, at) => [
				rectangle({
					x: x + at * (half + 8),
					y,
					width: half,
					height: 26,
					rx: 6,
					stroke: paint.line,
				}),
				write(
					wrap(label, 12, half - 12, 1)[0]!,
					x + at * (half + 8) + half / 2,
					y + 17,
					12,
					paint.ink,
					400,
					'middle',
				),
			]);
		}
		case 'short_text':
			return drawField(question.placeholder, y, 26, paint);
		case 'long_text':
			return drawField(question.placeholder, y, 42, paint);
		case 'screenshot':
			return drawFrame(y, paint);
		case 'consent':
			return [
				rectangle({ x: x + 0.5, y: y + 0.5, width: 12, height: 12, rx: 3, stroke: paint.soft }),
				write(wrap(question.label, 11, room - 22, 1)[0]!, x + 20, y + 11, 11, paint.soft),
			];
		case 'message': {
			const lines = question.text ? wrap(question.text, 11, room, 2) : [];
			const label = question.button && wrap(question.button.label, 12, room - 24, 1, 'bold')[0]!;
			const below = y + lines.length * 15;
			return [
				...lines.map((line, at) => write(line, x, y + 8 + at * 15, 11, paint.soft)),
				...(label
					? [
							rectangle({
								x,
								y: below + 4,
								width: measure(label, 12) + 24,
								height: 24,
								rx: 6,
								fill: paint.accent,
							}),
							write(label, x + 12, below + 20, 12, paint.panel, 600),
						]
					: []),
			];
		}
	}
}

function drawScale(
	signs: string[],
	{
		low_label: low,
		high_label: high,
	}: { low_label?: string | undefined; high_label?: string | undefined },
	y: number,
	paint: Colors,
	face?: (share: number, x: number, y: number, color: string) => string,
): string[] {
	const gap = signs.length > 7 ? 2 : 5;
	const step = (inner - 24 + gap) / signs.length;
	const ends = (label: string, x: number, anchor: string) =>
		write(wrap(label, 9.5, inner / 2 - 20, 1)[0]!, x, y + 40, 9.5, paint.soft, 400, anchor);
	return [
		...signs.flatMap((sign, at) => {
			const x = left + 12 + at * step;
			return [
				rectangle({ x, y, width: step - gap, height: 26, rx: 5, stroke: paint.line }),
				face
					? face(at / (signs.length - 1), x + (step - gap) / 2, y + 13, paint.soft)
					: write(sign, x + (step - gap) / 2, y + 17.5, 12, paint.soft, 400, 'middle'),
			];
		}),
		...(low ? [ends(low, left + 12, 'start')] : []),
		...(high ? [ends(high, left + inner - 12, 'end')] : []),
	];
}

/** A face from sad (0) to happy (1). Not every machine that shows the picture has emoji. */
function drawFace(share: number, x: number, y: number, color: string): string {
	const bend = Math.round((share - 0.5) * 80) / 10;
	const mouth = `M${x - 4} ${y + 3.5 - bend / 4}q4 ${bend} 8 0`;
	return (
		`<g fill="none" stroke="${color}" stroke-width="1.2" stroke-linecap="round"><circle cx="${x}" cy="${y}" r="8.5"/>` +
		`<path d="M${x - 3} ${y - 2.5}v.5M${x + 3} ${y - 2.5}v.5"/><path d="${mouth}"/></g>`
	);
}

function drawField(
	placeholder: string | undefined,
	y: number,
	tall: number,
	paint: Colors,
): string[] {
	return [
		rectangle({ x: left + 12, y, width: inner - 24, height: tall, rx: 6, stroke: paint.line }),
		...(placeholder
			? [write(wrap(placeholder, 11, inner - 44, 1)[0]!, left + 22, y + 17, 11, paint.soft)]
			: []),
	];
}

/** A small page with a blacked-out line. */
function drawFrame(y: number, paint: Colors): string[] {
	const x = left + 12;
	return [
		rectangle({ x, y, width: 76, height: 46, rx: 4, stroke: paint.line }),
		rectangle({ x, y, width: 76, height: 9, rx: 4, fill: paint.line }),
		rectangle({ x: x + 8, y: y + 17, width: 44, height: 4, rx: 2, fill: paint.soft }),
		rectangle({ x: x + 8, y: y + 27, width: 32, height: 9, fill: paint.ink }),
	];
}

/** A dot for each question, the first one filled. */
function drawProgress(questions: number, y: number, paint: Colors): string {
	if (questions === 1) return '';
	return Array.from(
		{ length: Math.min(questions, 12) },
		(_, at) =>
			`<circle cx="${left + 16 + at * 10}" cy="${y}" r="2.5" fill="${at === 0 ? paint.accent : paint.line}"/>`,
	).join('');
}

type Box = {
	x: number;
	y: number;
	width: number;
	height: number;
	rx?: number;
	fill?: string;
	stroke?: string;
};

function rectangle({
	x,
	y,
	width: wide,
	height: tall,
	rx = 0,
	fill = 'none',
	stroke,
}: Box): string {
	const size = [x, y, wide, tall].map((value) => Math.round(value * 100) / 100);
	const line = stroke === undefined ? '' : ` stroke="${stroke}"`;
	return `<rect x="${size[0]}" y="${size[1]}" width="${size[2]}" height="${size[3]}" rx="${rx}" fill="${fill}"${line}/>`;
}

function write(
	text: string,
	x: number,
	y: number,
	size: number,
	fill: string,
	weight = 400,
	anchor = 'start',
): string {
	const place = `x="${Math.round(x * 100) / 100}" y="${Math.round(y * 100) / 100}"`;
	return `<text ${place} font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${escape(text)}</text>`;
}

const measure = (text: string, size: number) =>
	Math.round([...text].length * size * characterWidth.bold);

/** The text in at most `most` lines; text that does not fit becomes an ellipsis. */
function wrap(
	text: string,
	size: number,
	room: number,
	most: number,
	weight: keyof typeof characterWidth = 'regular',
): string[] {
	const fits = Math.floor(room / (size * characterWidth[weight]));
	const lines: string[] = [''];
	for (const word of text.split(/\s+/)) {
		const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
		if ([...longer].length <= fits || lines.at(-1) === '') lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	const shown = lines.slice(0, most);
	const isCut = lines.length > most;
	return shown.map((line, at) => {
		const characters = [...line];
		const ends = isCut && at === most - 1;
		if (characters.length <= fits && !ends) return line;
		return `${characters
			.slice(0, fits - 1)
			.join('')
			.trimEnd()}…`;
	});
}

// Control characters are not allowed in XML, not even escaped.
const escape = (text: string) =>
	text
		.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
