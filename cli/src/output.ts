import type { Host } from './host.ts';
import { cleanText, toSafeJson } from './output/clean.ts';
import { toEnvelope } from './output/envelope.ts';
import { moment } from './output/more.ts';
import { shellLine } from './output/shell-word.ts';
import { createPaint } from './output/paint.ts';
import type { Paint } from './output/paint.ts';
import type { Failure } from './failure.ts';

/** Prints data to standard output, and everything else to standard error. */
export type Output = {
	json: boolean;
	/** Styles of standard output. */
	paint: Paint;
	/** Prints data as text. */
	text(text: string): void;
	/** Prints one object as a line of JSON. */
	object(value: unknown): void;
	progress(text: string): void;
	/** Prints a failure: as JSON to standard output with `--json`, otherwise as text. */
	fail(failure: Failure, stream: boolean): void;
	/** A failure as text. */
	describe(failure: Failure): string;
};

export function createOutput(json: boolean, color: boolean, host: Host): Output {
	const { env, stdout, stderr } = host;
	const paint = createPaint(stdout, env, color);
	const errorPaint = createPaint(stderr, env, color);
	const object = (value: unknown) => stdout.write(`${toSafeJson(value)}\n`);
	return {
		json,
		paint,
		text: (text) => stdout.write(text.endsWith('\n') ? text : `${text}\n`),
		object,
		progress: (text) => stderr.write(`${cleanText(text)}\n`),
		fail: (failure, stream) => {
			const envelope = toEnvelope(failure);
			if (json) object(stream ? { type: 'result', ...envelope } : envelope);
			else stderr.write(`${describe(failure, errorPaint)}\n`);
		},
		describe: (failure) => describe(failure, errorPaint),
	};
}

function describe(failure: Failure, paint: Paint): string {
	const lines = [`${paint.red('Error:')} ${cleanText(failure.message)}`];
	const issues = failure.details['faults'];
	if (Array.isArray(issues))
		lines.push(...issues.map((issue) => `  ${cleanText(String(issue.text))}`));
	if (failure.approval) {
		lines.push(`Approve it here: ${paint.cyan(cleanText(failure.approval.url))}`);
		lines.push(`Until ${moment(failure.approval.expires_at)}.`);
	}
	if (failure.hint) lines.push(cleanText(failure.hint));
	for (const argv of failure.next) lines.push(paint.dim(`  ${cleanText(shellLine(argv))}`));
	if (failure.request_id) lines.push(paint.dim(`Request ${cleanText(failure.request_id)}`));
	return lines.join('\n');
}
