import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder of the user's configuration: `$XDG_CONFIG_HOME/feedback`, or the platform's equivalent. */
export function configFolder(env: NodeJS.ProcessEnv): string {
	const base =
		env['XDG_CONFIG_HOME'] ||
		(process.platform === 'win32' && env['APPDATA']) ||
		join(env['HOME'] || homedir(), '.config');
	return join(base, 'feedback');
}
