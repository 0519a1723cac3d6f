/** Styles for text; without colour each returns its text unchanged. */
export type Paint = {
	bold(text: string): string;
	dim(text: string): string;
	red(text: string): string;
	green(text: string): string;
	yellow(text: string): string;
	cyan(text: string): string;
};

type Stream = { isTTY?: boolean };

/**
 * Styles for a stream: on a terminal only, and never with `NO_COLOR`, `TERM=dumb` or `--no-color`;
 * `FORCE_COLOR` enables colours elsewhere, too.
 */
export function createPaint(stream: Stream, env: NodeJS.ProcessEnv, colorAllowed = true): Paint {
	const forced = Boolean(env['FORCE_COLOR']) && env['FORCE_COLOR'] !== '0';
	const able = forced || (stream.isTTY === true && env['TERM'] !== 'dumb');
	const colour = colorAllowed && !env['NO_COLOR'] && able;
	const style = (open: number, close: number) => (text: string) =>
		colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
	return {
		bold: style(1, 22),
		dim: style(2, 22),
		red: style(31, 39),
		green: style(32, 39),
		yellow: style(33, 39),
		cyan: style(36, 39),
	};
}
