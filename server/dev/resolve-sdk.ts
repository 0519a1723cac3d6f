import { join } from 'node:path';

/** Aliases with which Vite finds the SDK in a folder with its JavaScript. */
export function resolveSdk(folder: string): { find: RegExp; replacement: string }[] {
	return [
		{ find: /^@feedback\/sdk$/, replacement: join(folder, 'index.js') },
		{ find: /^@feedback\/sdk\/(\w+)$/, replacement: join(folder, '$1.js') },
	];
}
