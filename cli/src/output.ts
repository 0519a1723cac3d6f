import { cleanText, toSafeJson } from './output/clean.ts';
import { toEnvelope } from './output/envelope.ts';
import { moment } from './output/more.ts';
import { createPaint } from './output/paint.ts';
import type { Paint } from './output/paint.ts';
import type { Failure } from './failure.ts';

/** Where a command's words go: data on standard output, all else on standard error. */
export type Output = {
	json: boolean;
	/** Styles of standard output. */
	paint: Paint;
	/** Data as text. */
	text(text: string): void;
	/** One object on a line of its own. */
	object(value: unknown): void;
	progress(text: string): void;
	/** A failure: as the one object with `--json`, else as text. */
	fail(failure: Failure, stream: boolean): void;
	/** A failure as text, for standard error. */
	describe(failure: Failure): string;
};

export function createOutput(json: boolean, color: boolean, env: NodeJS.ProcessEnv): Output {
	const paint = createPaint(process.stdout, env, color);
	const aside = createPaint(process.stderr, env, color);
	const object = (value: unknown) => process.stdout.write(`${toSafeJson(value)}\n`);
	return {
		json,
		paint,
		text: (text) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
		object,
		progress: (text) => process.stderr.write(`${cleanText(text)}\n`),
		fail: (failure, stream) => {
			const envelope = toEnvelope(failure);
			if (json) object(stream ? { type: 'result', ...envelope } : envelope);
			else process.stderr.write(`${describe(failure, aside)}\n`);
		},
		describe: (failure) => describe(failure, aside),
	};
}

function describe(failure: Failure, paint: Paint): string {
	const lines = [`${paint.red('Error:')} ${cleanText(failure.message)}`];
	const faults = failure.details['faults'];
	if (Array.isArray(faults))
		lines.push(...faults.map((fault) => `  ${cleanText(String(fault.text))}`));
	if (failure.approval) {
		lines.push(`Approve it here: ${paint.cyan(cleanText(failure.approval.url))}`);
		lines.push(`Until ${moment(failure.approval.expires_at)}.`);
	}
	if (failure.hint) lines.push(cleanText(failure.hint));
	for (const argv of failure.next) lines.push(paint.dim(`  ${cleanText(quote(argv))}`));
	if (failure.request_id) lines.push(paint.dim(`Request ${cleanText(failure.request_id)}`));
	return lines.join('\n');
}

function quote(argv: string[]): string {
	return argv
		.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
		.join(' ');
}
