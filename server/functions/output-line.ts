import type { Level } from '../log/log.ts';
import { requestIdPattern } from '../log/request-id.ts';

/** A line that the functions' process printed. */
export type OutputLine = { level: Level; message: string; requestId?: string };

const requestIdFirst = new RegExp(`^(${requestIdPattern}) ([^]*)$`);

/**
 * Reads a line of the process: JSON with a level and a message from the functions, text from Deno itself.
 *
 * @param level level of a line that contains none
 */
export function readOutputLine(line: string, level: Level): OutputLine {
	const read = parse(line) ?? { level, message: line };
	const [, requestId, message] = requestIdFirst.exec(read.message) ?? [];
	return requestId && message ? { level: read.level, message, requestId } : read;
}

function parse(line: string): OutputLine | undefined {
	if (!line.startsWith('{"level":')) return undefined;
	try {
		return JSON.parse(line) as OutputLine;
	} catch {
		return undefined;
	}
}
