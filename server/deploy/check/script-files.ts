import { ask } from './ask.ts';
import type { Check } from './check.ts';

const expected: [header: string, value: RegExp][] = [
	['content-type', /^text\/javascript\b/],
	['access-control-allow-origin', /^\*$/],
	['cache-control', /\bmax-age=300\b/],
	['x-content-type-options', /^nosniff$/],
];

/** Whether the script-tag build was deployed with the sdk function, and reaches browsers with its headers. */
export function checkScriptFiles(apiUrl: string): Check {
	return {
		title: 'The script-tag files are served, with their headers',
		async run() {
			const { status, headers, text } = await ask(`${apiUrl}/sdk/feedback.js`);
			if (status !== 200 || text.length === 0) {
				throw new Error(
					`feedback.js answers ${status}: the files were not deployed with the sdk function. Deploy again.`,
				);
			}
			const wrong = expected.filter(([header, value]) => !value.test(headers.get(header) ?? ''));
			if (wrong.length > 0) {
				const list = wrong.map(([header]) => `${header}: ${headers.get(header) ?? '(none)'}`);
				throw new Error(
					`Something between the function and browsers changes headers: ${list.join('; ')}. Let a proxy of ` +
						'yours pass them on.',
				);
			}
			return undefined;
		},
	};
}
