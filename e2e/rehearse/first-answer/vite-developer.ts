// A developer with a Vite app, by the page “Install in a React app with Vite”.
import { readAnswer, signInToDemo } from './dashboard.ts';
import type { Journey } from './journey.ts';
import { fetchPage } from './read-page.ts';
import { exportAndAnswer } from './visitor.ts';
import { type World, devServer } from './world.ts';

const app = 'reports';
const localApi = 'http://127.0.0.1:54321/functions/v1';

/** From an empty folder to the answer of a visitor, with the demo's site and its prompt. */
export async function followVite(journey: Journey, world: World): Promise<void> {
	const { person, service, browser } = world;
	await journey.step('create the app', async () => {
		await person.type(`npm create vite@latest ${app} -- --template react-ts --no-interactive`, '');
		await person.type('npm install', app);
	});
	const guide = await fetchPage(service.docsUrl, 'install/vite-react');
	await journey.step('install the SDK', async () => {
		for (const line of guide.commands('npm install @feedback/sdk')) await person.type(line, app);
	});
	await journey.step('add the code', async () => {
		// Without a free port, the service takes another one: the section “Point the SDK at your own service”.
		const address = service.apiUrl === localApi ? '' : `, apiUrl: '${service.apiUrl}'`;
		const entry = guide.code('src/main.tsx').replace(/(siteId: '\w+')/, `$1${address}`);
		await person.write(`${app}/src/main.tsx`, entry);
		await person.write(`${app}/src/ExportButton.tsx`, guide.code('src/ExportButton.tsx'));
		await person.write(`${app}/src/App.tsx`, (text) => {
			if (!text.includes('<>')) throw new Error(`App.tsx has no place for the button:\n${text}`);
			const used = text.replace('<>', '<>\n<ExportButton />');
			return `import { ExportButton } from './ExportButton.tsx';\n${used}`;
		});
	});
	const url = await journey.step('start the app', async () => {
		const output = await person.type('npm run dev', app, { until: devServer });
		return devServer.exec(output)![1]!;
	});
	const text = 'The Vite app exports well.';
	await journey.step('report an event, and answer the prompt', () =>
		exportAndAnswer(browser, url, text),
	);
	await journey.step('read the answer', async () => {
		const { page } = await signInToDemo(browser, service);
		await readAnswer(page, text);
		await page.context().close();
	});
}
