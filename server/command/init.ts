import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { configSchema } from '../config/config-schema.ts';
import { readConfig } from '../config/read-config.ts';
import { writeConfig } from '../config/write-config.ts';
import { loadSecrets } from '../data/secrets.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { CommandFailure } from './command-failure.ts';

export type InitOptions = {
	/** Path of the configuration file. */
	file: string;
	publicUrl: string;
	data: string;
	databaseUrl?: string;
};

/** Writes the configuration file and generates the secrets, both readable only by this user. Overwrites neither. */
export function init({ file, publicUrl, data, databaseUrl }: InitOptions): void {
	if (existsSync(file)) {
		throw new CommandFailure(
			`${file} already exists. Edit it, or move it away to write a new one.`,
			{ exitCode: 2 },
		);
	}
	const given = { public_url: publicUrl, data, database: { url: databaseUrl } };
	const parsed = configSchema.safeParse(given);
	if (!parsed.success) {
		const names: Record<string, string> = {
			public_url: '--public-url',
			data: '--data',
			database: '--database-url',
		};
		const issues = parsed.error.issues.map(
			({ path, message }) => `${names[String(path[0])] ?? path.join('.')} ${message}`,
		);
		throw new CommandFailure(issues.join('\n'), { exitCode: 2 });
	}
	const text = writeConfig({ publicUrl, data, databaseUrl });
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
	} catch (cause) {
		throw new CommandFailure(`${file} cannot be written: ${(cause as Error).message}`, { cause });
	}
	readConfig({ file, environment: {} });
	loadSecrets(openDataFolder(data, new AsyncDisposableStack()));
	console.log(
		`Wrote ${file}.\nMade the secrets in ${data}/secrets.json. Back both files up.\n\n` +
			'Next:\n' +
			'  feedback-server doctor                         checks the configuration\n' +
			'  feedback-server start                          runs the server\n' +
			'  feedback-server admin owner --email <address>  lets the first owner in',
	);
}
