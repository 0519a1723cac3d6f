// A developer with a Next.js app and a site of their own, by the pages about the wizard and about Next.js.
import { approveAll, publishOpenDraft, readAnswer, signInToDemo } from './dashboard.ts';
import type { Journey } from './journey.ts';
import { fetchPage } from './read-page.ts';
import { exportAndAnswer } from './visitor.ts';
import { type World, devServer } from './world.ts';

const app = 'shop';
const scaffold = [
	`npx --yes create-next-app@latest ${app}`,
	'--ts --app --empty --no-src-dir --no-tailwind --disable-git --use-npm --yes',
].join(' ');

/** From an empty folder to the answer of a visitor, with a site and a first prompt that the wizard creates. */
export async function followNext(journey: Journey, world: World): Promise<void> {
	const { person, service, browser } = world;
	await journey.step('create the app', () => person.type(scaffold, ''));
	const [wizard, guide] = await Promise.all([
		fetchPage(service.docsUrl, 'agents/wizard'),
		fetchPage(service.docsUrl, 'install/nextjs'),
	]);
	const approver = await journey.step('sign in to the dashboard', () =>
		signInToDemo(browser, service),
	);
	const { page } = approver;
	const follow = approveAll(approver, 'Reports');
	let output = '';
	for (const line of wizard.commands(' login')) {
		const name = line.endsWith(' login') ? 'sign in' : 'run the wizard';
		output = await journey.step(name, () => person.type(line, app, { follow }));
	}
	await journey.step('publish the first prompt', async () => {
		const prompts = /In the dashboard: (http\S+)/.exec(output)?.[1];
		if (!prompts) throw new Error(`The wizard named no page of the dashboard:\n${output}`);
		await page.goto(prompts);
		await page.getByRole('link', { name: 'First prompt' }).click();
		await publishOpenDraft(page);
	});
	await journey.step('report an event where it happens', async () => {
		await person.write(`${app}/app/export-button.tsx`, guide.code('app/export-button.tsx'));
		await person.write(`${app}/app/page.tsx`, (text) => {
			if (!text.includes('</main>')) throw new Error(`The page has no <main>:\n${text}`);
			const used = text.replace('</main>', '<ExportButton />\n</main>');
			return `import { ExportButton } from './export-button';\n${used}`;
		});
	});
	const url = await journey.step('start the app', async () => {
		const environment = { NEXT_TELEMETRY_DISABLED: '1' };
		const started = await person.type('npm run dev', app, { until: devServer, environment });
		return devServer.exec(started)![1]!;
	});
	const text = 'The Next.js app exports well.';
	await journey.step('report an event, and answer the prompt', () =>
		exportAndAnswer(browser, url, text),
	);
	await journey.step('read the answer', () => readAnswer(page, text));
	await page.context().close();
}
