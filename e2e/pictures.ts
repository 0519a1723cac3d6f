// Takes the stale pictures of README and docs from the running service: `node e2e/pictures.ts`. Names select pictures,
// `--all` selects every picture, and `--list` only lists the stale ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openOverTcp } from '../supabase/tests/open-over-tcp.ts';
import { launchChromium } from '../testing/launch-chromium.ts';
import { demo } from '../server/demo/demo.ts';
import { standInPart } from '../testing/auth/stand-in-part.ts';
import { startStack } from '../server/stack/start-stack.ts';
import { pictureDashboard } from './pictures/dashboard.ts';
import { pictureExampleApp } from './pictures/example-app.ts';
import { pictureFirstAnswer } from './pictures/first-answer.ts';
import { writeHistory } from './pictures/history.ts';
import {
	listStalePictures,
	makeRecord,
	readRecord,
	writeRecord,
} from './pictures/sources/picture-record.ts';
import { toWebp } from './pictures/to-webp.ts';
import { actToday } from './pictures/today.ts';

const folder = join(import.meta.dirname, '../content/images');

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { all: { type: 'boolean' }, list: { type: 'boolean' } },
});
const present = await makeRecord();
const known = Object.keys(present.pictures);
const unknown = positionals.find((name) => !known.includes(name));
const stale = listStalePictures(readRecord(), present);
console.log(stale.length === 0 ? 'No picture is stale.' : `Stale pictures: ${stale.join(', ')}.`);

if (unknown !== undefined) {
	console.error(`There is no picture "${unknown}". There are: ${known.join(', ')}.`);
	process.exitCode = 2;
} else if (values.list) {
	if (stale.length > 0) process.exitCode = 1;
} else {
	const named = positionals.length > 0 ? positionals : stale;
	await takePictures(values.all ? known : named);
}

async function takePictures(names: readonly string[]): Promise<void> {
	if (names.length === 0) return;
	mkdirSync(folder, { recursive: true });
	const started = await startStack({
		ports: 'free',
		demo,
		signIn: standInPart,
		quiet: true,
		parts: ['dashboard', 'example'],
	});
	// The program that writes past data connects over TCP.
	const stack = { ...started, adminUrl: await openOverTcp(started.adminUrl) };
	const browser = await launchChromium();
	try {
		// The dashboard shows what happens in the example app, so these steps run for every picture.
		const firstAnswer = await toWebp(await pictureFirstAnswer(browser, stack));
		if (names.includes('first-answer'))
			writeFileSync(join(folder, 'first-answer.webp'), firstAnswer);
		const app = await pictureExampleApp(browser, stack);
		if (names.includes('app')) {
			for (const [theme, picture] of Object.entries(app)) {
				writeFileSync(join(folder, 'dashboard', `app-${theme}.webp`), picture);
			}
		}
		await writeHistory(stack);
		const pictured = await actToday(stack);
		await pictureDashboard(browser, stack, { pictured, names, folder: join(folder, 'dashboard') });
		writeRecord(present, names);
		console.log(`Taken: ${names.join(', ')}.`);
	} finally {
		await browser.close();
		await stack.stop();
	}
}
