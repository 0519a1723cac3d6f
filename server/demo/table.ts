import { relative } from 'node:path';
import { styleText } from 'node:util';

import type { Stack } from '../stack/start-stack.ts';

/** The last lines of `npm start`: every URL, and what to do next. */
export function describeStack(stack: Stack, seconds: number, next = tryNext(stack)): string {
	const rows: [string, string | undefined][] = [
		['Example app', stack.exampleUrl],
		['Dashboard', stack.demoUrl ?? stack.dashboardUrl],
		['Sign in, once', stack.ownerUrl],
		['Mailbox', stack.mailboxUrl],
		['Documentation', stack.siteUrl ?? announceLate(stack)],
		['API', stack.apiUrl],
		['MCP server', `${stack.apiUrl}/mcp`],
		['Auth', stack.authUrl],
		['Database', stack.databaseUrl],
		['Site ID', stack.demoKey ? stack.siteId : undefined],
		['Data', shortened(stack.data)],
	];
	const shown = rows.filter((row): row is [string, string] => row[1] !== undefined);
	const width = Math.max(...shown.map(([label]) => label.length)) + 3;
	return [
		'',
		styleText('bold', `Feedback runs (${seconds.toFixed(1)} s).`),
		'',
		...shown.map(([label, value]) => `  ${styleText('dim', label.padEnd(width))}${value}`),
		'',
		...(next.length > 0 ? [...next, ''] : []),
		styleText('dim', 'Ctrl-C stops everything; the data stays.'),
		'',
	].join('\n');
}

function announceLate({ late }: Stack): string | undefined {
	return late.parts.includes('site') ? 'is being built; its address follows' : undefined;
}

function shortened(path: string): string {
	const below = relative(process.cwd(), path);
	return below === '' || below.startsWith('..') ? path : below;
}

function tryNext(stack: Stack): string[] {
	const steps: string[] = [];
	if (stack.exampleUrl)
		steps.push('Open the example app and click "Export report": a prompt asks you.');
	if (stack.demoUrl) {
		steps.push(
			'Open the dashboard by the link above, sign in as the demo person, and see the event and the answer.',
		);
	}
	if (stack.ownerUrl) {
		steps.push('Open the link to sign in: it works once, and signs you in as the owner.');
	}
	if (stack.siteUrl) steps.push('Read the documentation to install the SDK in an app of yours.');
	if (steps.length === 0) return [];
	return ['Try next', ...steps.map((step, i) => `  ${i + 1}. ${step}`)];
}
