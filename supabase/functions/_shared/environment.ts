import process from 'node:process';

// `node:process` is the same under Deno, hosted Supabase and Vitest, so no other code depends on the runtime.

/** The environment variable's value; `undefined` when it is not set or empty. */
export function readSetting(name: string): string | undefined {
	return process.env[name] || undefined;
}

/** Like `readSetting`, but throws an error that names the variable. */
export function requireSetting(name: string): string {
	const value = readSetting(name);
	if (value === undefined) throw new Error(`The environment variable ${name} is not set.`);
	return value;
}

/** Reads a whole number from 0 to `max`, or the default when the variable is not set. Throws on any other value. */
export function readCount(name: string, otherwise: number, max = 1_000): number {
	const value = readSetting(name);
	if (value === undefined) return otherwise;
	const count = Number(value);
	if (!Number.isInteger(count) || count < 0 || count > max) {
		throw new Error(`The environment variable ${name} must be a whole number from 0 to ${max}.`);
	}
	return count;
}
