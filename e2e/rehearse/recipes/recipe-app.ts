// A customer's app for the recipes: it uses the SDK from the package, runs the code of a page, and has a backend.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';

declare global {
	interface Window {
		/** Loads a module; the `import()` of the tests is not the browser's. */
		load(url: string): Promise<Record<string, (...values: unknown[]) => unknown>>;
	}
}

type Received = { path: string; body: string };

export type RecipeApp = {
	url: string;
	/** The site that `/` starts with; other paths do not start the SDK. */
	siteId: string;
	/** Blocks of TypeScript that the app serves, by name. */
	code: Map<string, string>;
	/** Responses of its backend, by path; an empty object by default. */
	answers: Map<string, unknown>;
	/** Requests that its backend received. */
	received: Received[];
	stop(): Promise<void>;
};

export async function startRecipeApp(apiUrl: string): Promise<RecipeApp> {
	const page = (siteId?: string) => `<!doctype html><meta charset="utf-8"><title>Reports</title>
		<script type="importmap">{ "imports": { "@feedback/sdk": "/sdk/index.js" } }</script>
		<script type="module">
			import { Feedback } from '@feedback/sdk';
			window.Feedback = Feedback;
			window.load = (url) => import(url);
			window.notices = [];
			Feedback.on((notice) => window.notices.push(notice));
			${siteId ? `Feedback.init(${JSON.stringify({ siteId, apiUrl })});` : ''}
		</script>
		<button id="feedback" type="button">Give feedback</button>
		<button type="button" onclick="Feedback.event('report.exported')">Export report</button>`;
	const app: Omit<RecipeApp, 'url' | 'stop'> = {
		siteId: '',
		code: new Map(),
		answers: new Map(),
		received: [],
	};
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url!, 'http://app');
		const [, area, name = ''] = pathname.split('/');
		if (area === 'sdk') {
			void readFile(join(root, 'sdk/dist', name)).then((file) => sendScript(response, file));
		} else if (area === 'code') {
			sendScript(response, stripTypeScriptTypes(app.code.get(decodeURIComponent(name))!));
		} else if (area === 'api') {
			let body = '';
			request.on('data', (part) => (body += part));
			request.on('end', () => {
				app.received.push({ path: pathname, body });
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(app.answers.get(pathname) ?? {}));
			});
		} else {
			response.setHeader('content-type', 'text/html');
			response.end(page(area === '' ? app.siteId : undefined));
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return Object.assign(app, {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	});
}

function sendScript(response: ServerResponse, script: string | Buffer): void {
	response.setHeader('content-type', 'text/javascript');
	response.end(script);
}

/** Runs a program of Node.js, and resolves to what it wrote. */
export function collect(argv: string[], cwd: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, argv, { cwd, env: { ...process.env, CI: '' } });
		let text = '';
		child.stdout.on('data', (part) => (text += part));
		child.stderr.on('data', (part) => (text += part));
		child.on('error', reject);
		child.on('close', () => resolve(text));
	});
}
