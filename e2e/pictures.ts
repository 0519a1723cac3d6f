// Makes the pictures of README and docs from the running service: `npx node e2e/pictures.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launchChromium } from '../testing/launch-chromium.ts';
import { demo } from '../server/demo/demo.ts';
import { standInPart } from '../server/auth/stand-in-part.ts';
import { startStack } from '../server/stack/start-stack.ts';
import { pictureDashboard } from './pictures/dashboard.ts';
import { pictureFirstAnswer } from './pictures/first-answer.ts';
import { writeHistory } from './pictures/history.ts';
import { actToday } from './pictures/today.ts';

const folder = join(import.meta.dirname, '../content/images');

mkdirSync(folder, { recursive: true });
const stack = await startStack({
	...{ ports: 'free', demo, signIn: standInPart, quiet: true },
	parts: ['dashboard', 'example'],
});
const browser = await launchChromium();
try {
	writeFileSync(join(folder, 'first-answer.png'), await pictureFirstAnswer(browser, stack));
	await writeHistory(stack);
	const pictured = await actToday(stack);
	await pictureDashboard(browser, stack, { pictured, folder: join(folder, 'dashboard') });
} finally {
	await browser.close();
	await stack.stop();
}
