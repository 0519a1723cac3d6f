import type { Plugin } from 'vite';

/** Calls `onUpdate` with each saved file that changes a page. */
export function reportUpdates(onUpdate: (file: string) => void): Plugin {
	const reported = new Map<string, number>();
	return {
		name: 'feedback:report-updates',
		hotUpdate({ file, modules, timestamp }) {
			// Called for each environment of the server.
			if (modules.length === 0 || reported.get(file) === timestamp) return;
			reported.set(file, timestamp);
			onUpdate(file);
		},
	};
}
