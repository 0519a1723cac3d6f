import { type DestinationStream, destination, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

import { createRepeatLimit } from '../../supabase/functions/_shared/log/repeat-limit.ts';
import type { Level, Log, LogSettings } from './log.ts';

/**
 * A log on standard output, or on the given stream. JSON lines have `level`, `time` (ISO 8601), `msg` and the
 * message's details. A repeated message is written at most five times in ten seconds, then only counted.
 *
 * @example
 * const log = createLog({ level: 'info', format: 'json' });
 * log('Postgres 17 runs.', 'info', { seconds: 0.4 });
 */
export function createLog(settings: LogSettings = {}, stream?: DestinationStream): Log {
	const isText = (settings.format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';
	// Synchronous, because the last lines before a crash are the most important ones.
	const output = stream ?? destination({ fd: 1, sync: true });
	const format = prettyFactory({
		colorize: !stream && process.stdout.isTTY && !process.env['NO_COLOR'],
		translateTime: 'SYS:HH:MM:ss',
		singleLine: true,
	});
	const text: DestinationStream = { write: (line) => void output.write(format(line)) };
	const logger = pino(
		{
			level: settings.level ?? 'info',
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (level) => ({ level }) },
		},
		isText ? text : output,
	);
	const levels = new Map<string, Level>();
	const isWritten = createRepeatLimit((message, repeated, seconds) => {
		const level = levels.get(message) ?? 'info';
		levels.delete(message);
		logger[level]({ repeated, seconds }, message);
	});
	return (message, level = 'info', details = {}) => {
		// The level `debug` logs everything.
		if (!logger.isLevelEnabled(level)) return;
		if (level !== 'debug') {
			levels.set(message, level);
			if (!isWritten(message)) return;
		}
		logger[level](details, message);
	};
}
