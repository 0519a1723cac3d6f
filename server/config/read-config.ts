import { readFileSync } from 'node:fs';
import { describeIssue, listIssues } from '@feedback/contract';
import { LineCounter, parseDocument } from 'yaml';

import { type Config, configSchema } from './config-schema.ts';
import { EnvironmentError, listSettings, readEnvironment } from './environment.ts';

export const defaultConfigFile = '/etc/feedback/feedback.yaml';

/** The configuration is not valid; the message has one line for each error. */
export class ConfigError extends Error {
	override name = 'ConfigError';
}

/**
 * Reads the configuration file and the environment, which overrides the file. A missing file is an error only if it
 * was named. Throws `ConfigError`.
 *
 * @example
 * const config = readConfig({ file: '/etc/feedback/feedback.yaml', environment: process.env });
 */
export function readConfig({
	file,
	environment,
}: {
	/** Path of the file; by default `FEEDBACK_CONFIG`, or the default file if it exists. */
	file: string | undefined;
	environment: NodeJS.ProcessEnv;
}): Config {
	const named = file ?? (environment['FEEDBACK_CONFIG'] || undefined);
	const path = named ?? defaultConfigFile;
	const fromFile = readFile(path, named !== undefined);
	const given = merge(fromFile ?? {}, variables(environment));
	const parsed = configSchema.safeParse(given, { reportInput: true });
	if (parsed.success) return normalize(parsed.data);
	const source = fromFile === undefined ? 'The configuration' : path;
	const issues = listIssues(parsed.error).map((issue) => {
		const message = describeIssue(configSchema, given, issue);
		return `  ${issue.path.join('.')} ${message}${variableFor(issue.path)}`;
	});
	const hint =
		fromFile === undefined ? `\nThere is no ${path}; \`feedback-server init\` writes it.` : '';
	throw new ConfigError(`${source} is not valid:\n${issues.join('\n')}${hint}`);
}

function readFile(path: string, required: boolean): Record<string, unknown> | undefined {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT' && !required) return undefined;
		throw new ConfigError(`The configuration file cannot be read: ${message}`, { cause });
	}
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
	const [error] = document.errors;
	if (error) throw new ConfigError(`${path} is not valid YAML: ${error.message}`);
	const content: unknown = document.toJS() ?? {};
	if (typeof content !== 'object' || content === null || Array.isArray(content)) {
		throw new ConfigError(`${path} must hold settings as \`name: value\`.`);
	}
	return content as Record<string, unknown>;
}

function variables(environment: NodeJS.ProcessEnv): Record<string, unknown> {
	try {
		return readEnvironment(environment);
	} catch (error) {
		if (error instanceof EnvironmentError) throw new ConfigError(error.message);
		throw error;
	}
}

function merge(
	base: Record<string, unknown>,
	over: Record<string, unknown>,
): Record<string, unknown> {
	const merged = { ...base };
	for (const [key, value] of Object.entries(over)) {
		merged[key] = isSection(value) ? merge(isSection(base[key]) ? base[key] : {}, value) : value;
	}
	return merged;
}

function isSection(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function variableFor(path: readonly (string | number)[]): string {
	const names = path.filter((key) => typeof key === 'string').join('.');
	const found = listSettings().find((setting) => setting.path.join('.') === names);
	return found ? ` (or set ${found.variable})` : '';
}

function normalize(config: Config): Config {
	return {
		...config,
		public_url: config.public_url.replace(/\/$/, ''),
		...(config.docs_url && { docs_url: config.docs_url.replace(/\/$/, '') }),
	};
}
