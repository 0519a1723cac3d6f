import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Fold } from './fold.ts';

const room = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')) as {
	exports: Record<string, string | { default: string }>;
};

/** The name and the file of each entry of the package. */
export const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
	typeof target === 'string' ? [] : [[name, target.default.replace('./dist/', '')] as const],
);

/** A server that calls its imports. */
const server = `
import * as sdk from './sdk.mjs';

async function test() {
	if (!Object.keys(sdk).length) throw new Error('Nothing is exported.');
	const { Feedback } = sdk;
	if (!Feedback) return;
	Feedback.init({ siteId: 'site_test000000' });
	Feedback.identify('user_42');
	await Feedback.ready();
	if (await Feedback.event('report.exported')) throw new Error('A prompt was displayed.');
}

export default { test };
`;

/** Writes a server with one entry of the SDK, bundled, to a folder; `server.mjs` exports `test()`. */
export async function writeServer(fold: Fold, entry: string, folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const app = join(folder, 'app.mjs');
	writeFileSync(app, `export * from ${JSON.stringify(entry)};`);
	await fold(app, folder);
	writeFileSync(join(folder, 'server.mjs'), server);
}
