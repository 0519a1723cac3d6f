// A coding agent that reads nothing but its skill, and the person who sets it up and approves what it does.
import { approveAll, signInToDemo } from './dashboard.ts';
import type { Journey } from './journey.ts';
import { fetchPage, openPage } from './read-page.ts';
import { exportAndAnswer } from './visitor.ts';
import { type World, devServer } from './world.ts';

const app = 'notes';

/** From an empty folder to the answer of a visitor, which the agent reads. */
export async function followAgent(journey: Journey, world: World): Promise<void> {
	const { person, service, browser } = world;
	await journey.step('create the app', async () => {
		await person.type(`npm create vite@latest ${app} -- --template react-ts --no-interactive`, '');
		await person.type('npm install', app);
	});
	const [command, setUp] = await Promise.all([
		fetchPage(service.docsUrl, 'agents/command-line'),
		fetchPage(service.docsUrl, 'agents/set-up'),
	]);
	const approver = await journey.step('sign in to the dashboard', () =>
		signInToDemo(browser, service),
	);
	const follow = approveAll(approver, 'Reports');
	await journey.step('install the command, and sign in', async () => {
		for (const line of command.commands('npm install --global')) await person.type(line, app);
		await person.type(command.commands('feedback login')[0]!, app, { follow });
	});
	await journey.step('install the SDK and the skill', async () => {
		for (const line of setUp.commands('--agent-skill')) await person.type(line, app, { follow });
	});

	const skill = openPage('SKILL.md', person.read(`${app}/.agents/skills/feedback/SKILL.md`));
	await journey.step('report an event where it happens', async () => {
		const call = /void Feedback\.event\('report\.exported'.*\);/.exec(
			skill.find(/```ts\n([^]*?)```/),
		)![0];
		await person.write(`${app}/src/App.tsx`, (text) =>
			[
				`import { Feedback } from '@feedback/sdk';`,
				text.replace(
					'<>',
					`<>\n<button onClick={() => { const format = 'csv'; ${call} }}>Export report</button>`,
				),
			].join('\n'),
		);
	});
	await journey.step('write and check the prompt', async () => {
		await person.write(`${app}/prompt.yaml`, skill.code('prompt.yaml'));
		const check = skill.commands('prompt validate').find((line) => line.includes(' validate '));
		await person.type(check!, app);
	});
	const live = skill.commands('prompt publish');
	const only = (part: string) => {
		const line = live.find((one) => one.includes(part));
		if (!line) throw new Error(`The skill has no command with “${part}”.`);
		return line;
	};
	for (const part of ['prompt create', 'prompt publish']) {
		await journey.step(`${part}, with an approval`, () => person.type(only(part), app, { follow }));
	}
	const url = await journey.step('start the app', async () => {
		const output = await person.type('npm run dev', app, { until: devServer });
		return devServer.exec(output)![1]!;
	});
	const text = 'The agent asked me politely.';
	await journey.step('a visitor answers the prompt', () => exportAndAnswer(browser, url, text));
	await journey.step('read the answer, with an approval', async () => {
		const output = await person.type(only('response list'), app, { follow });
		if (!output.includes(text)) throw new Error(`The answer is not in the list:\n${output}`);
	});
	await approver.page.context().close();
}
