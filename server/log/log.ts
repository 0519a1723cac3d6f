/** Severity of a message. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Fields of a message. Never bodies, network addresses or other personal data. */
export type Details = Readonly<Record<string, string | number | boolean | undefined>>;

/** Logs a message; the default level is `info`. */
export type Log = (message: string, level?: Level, details?: Details) => void;

/** Settings that an operator can change. */
export type LogSettings = {
	/** The least important level that is written. `info` by default. */
	level?: Level | undefined;
	/** One JSON object a line, or text for people. By default text on a terminal and JSON elsewhere. */
	format?: 'json' | 'text' | undefined;
};
