// Makes the pictures of README and docs from the running service: `npx node e2e/pictures.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openOverTcp } from '../supabase/tests/open-over-tcp.ts';
import { launchChromium } from '../testing/launch-chromium.ts';
import { demo } from '../server/demo/demo.ts';
import { standInPart } from '../server/auth/stand-in-part.ts';
import { startStack } from '../server/stack/start-stack.ts';
import { pictureDashboard } from './pictures/dashboard.ts';
import { pictureExampleApp } from './pictures/example-app.ts';
import { pictureFirstAnswer } from './pictures/first-answer.ts';
import { hashPictureSources, sourcesFile } from './pictures/hash-sources.ts';
import { writeHistory } from './pictures/history.ts';
import { toWebp } from './pictures/to-webp.ts';
import { actToday } from './pictures/today.ts';

const folder = join(import.meta.dirname, '../content/images');

mkdirSync(folder, { recursive: true });
const started = await startStack({
	...{ ports: 'free', demo, signIn: standInPart, quiet: true },
	parts: ['dashboard', 'example'],
});
// The program that writes the past connects over TCP.
const stack = { ...started, adminUrl: await openOverTcp(started.adminUrl) };
const browser = await launchChromium();
try {
	const firstAnswer = await toWebp(await pictureFirstAnswer(browser, stack));
	writeFileSync(join(folder, 'first-answer.webp'), firstAnswer);
	await pictureExampleApp(browser, stack, { folder: join(folder, 'dashboard') });
	await writeHistory(stack);
	const pictured = await actToday(stack);
	await pictureDashboard(browser, stack, { pictured, folder: join(folder, 'dashboard') });
	writeFileSync(sourcesFile, `${hashPictureSources()}\n`);
} finally {
	await browser.close();
	await stack.stop();
}
