import { spawn } from 'node:child_process';

/** Opens an address in the default browser. Ignores errors, because the address is printed too. */
export function openBrowser(address: string, env: NodeJS.ProcessEnv): void {
	if (!/^https?:\/\//.test(address)) return;
	const [command, ...given] = findOpener(env);
	const opener = spawn(command!, [...given, address], { stdio: 'ignore', detached: true });
	opener.on('error', () => undefined);
	opener.unref();
}

/** Whether a browser can probably be opened: not through SSH, and on Linux only with a display. */
export function hasBrowser(env: NodeJS.ProcessEnv): boolean {
	if (env['BROWSER']) return true;
	if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
	if (process.platform === 'win32' || process.platform === 'darwin') return true;
	return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

function findOpener(env: NodeJS.ProcessEnv): string[] {
	if (env['BROWSER']) return [env['BROWSER']];
	if (process.platform === 'darwin') return ['open'];
	// Not through cmd.exe, which treats "&" in an address as the end of the command.
	if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
	return ['xdg-open'];
}
