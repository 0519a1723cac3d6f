import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examplePrompt } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Result } from '../../src/init/result.ts';
import { createPerson } from '../run.ts';
import type { Person } from '../run.ts';
import { useService } from '../service/use-service.ts';
import { addEvent, addGrant, addPrompt } from '../service/state.ts';
import { fixtures } from './fixtures.ts';
import { readFolder } from './run-init.ts';

const service = await useService();
let person: Person;
let app: string;
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	app = makeApp(person, 'vite-plain');
});

function makeApp({ home }: Person, name: string): string {
	const folder = join(home, 'app');
	for (const [path, text] of Object.entries(fixtures[name]!.files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

const init = (...argv: string[]) =>
	person.run(['init', '--yes', '--skip-install', '--json', ...argv], { cwd: app });

describe('a new site', () => {
	it('requires an approval, and is created once, however often the command runs', async () => {
		const before = readFolder(app);
		const asked = await init();
		expect(asked.code).toBe(5);
		expect(asked.failure().approval?.url).toContain('http');
		expect(readFolder(app)).toEqual(before);

		addGrant(service.state, 'site:create');
		const done = await init();
		expect(done.data<Result>()).toMatchObject({
			state: 'installed',
			site: { site_id: 'site_abcdefghijkl', name: 'shop', state: 'created' },
		});
		expect(readFileSync(join(app, 'main.js'), 'utf8')).toContain('site_abcdefghijkl');
		const created = service.state.sites.at(-1)!;
		const project: unknown = JSON.parse(readFileSync(join(app, 'feedback.json'), 'utf8'));
		expect(project).toEqual({ workspace: created.workspace, site: created.id });

		expect((await init()).data<Result>().state).toBe('unchanged');
		expect((await init('--undo')).code).toBe(0);
		expect(readFolder(app)).toEqual(before);
		const again = (await init()).data<Result>();
		expect(again.site).toMatchObject({ id: created.id, state: 'existing' });
		expect(service.state.sites).toHaveLength(2);
	});

	it('is neither requested nor created by a dry run', async () => {
		const { data } = await init('--dry-run');
		expect(data<Result>()).toMatchObject({ state: 'planned', site: { state: 'to_create' } });
		expect(service.received.filter((request) => !request.startsWith('GET'))).toEqual([]);
		expect(existsSync(join(app, 'feedback.json'))).toBe(false);
	});

	it('needs a sign-in, and without one nothing is written', async () => {
		person = createPerson(service);
		app = makeApp(person, 'vite-plain');
		const before = readFolder(app);
		const { code, failure } = await init();
		expect([code, failure().error.next[0]]).toEqual([4, ['feedback', 'login']]);
		expect(readFolder(app)).toEqual(before);
	});

	it('cannot be created offline, but a dry run or a known site ID still works', async () => {
		const offline = ['--api-url', 'http://127.0.0.1:9/functions/v1'];
		expect((await init(...offline)).code).toBe(7);
		expect((await init('--dry-run', ...offline)).data<Result>().state).toBe('planned');
		const { data } = await init('--site-id', 'site_demo000000', ...offline);
		expect(data<Result>().state).toBe('installed');
		expect(readFileSync(join(app, 'main.js'), 'utf8')).toContain('http://127.0.0.1:9/functions/v1');
	});
});

describe('an existing site', () => {
	it('is used by its UUID, and added to feedback.json', async () => {
		const { data } = await init('--site', service.state.site);
		expect(data<Result>().site).toMatchObject({ site_id: 'site_demo000000', state: 'existing' });
		expect(readFileSync(join(app, 'main.js'), 'utf8')).toContain('site_demo000000');
	});

	it('is read from feedback.json, which does not change otherwise', async () => {
		const text = `{\r\n    "site": "${service.state.site}",\r\n    "mine": true\r\n}`;
		writeFileSync(join(app, 'feedback.json'), text);
		expect((await init()).code).toBe(0);
		const edited = readFileSync(join(app, 'feedback.json'), 'utf8');
		const added = `\r\n    "workspace": "${service.state.workspace}",`;
		expect(edited).toBe(text.replace('{', `{${added}`));
	});

	it('leaves the app unchanged if the service does not know it', async () => {
		const before = readFolder(app);
		const { code } = await init('--site', '00000000-0000-4000-8000-000000000009');
		expect(code).toBe(3);
		expect(readFolder(app)).toEqual(before);
	});
});

describe('a public site ID', () => {
	const nowhere = ['--site-id', 'site_doesnotexist'];

	it('is refused when the service does not know it, before anything is written', async () => {
		const before = readFolder(app);
		const { code, failure } = await init(...nowhere);
		const { error } = failure();
		expect([code, error.code, error.details['field']]).toEqual([3, 'unknown_site', 'site_id']);
		expect(error.message).toContain('site_doesnotexist');
		expect(readFolder(app)).toEqual(before);
	});

	it('is accepted without a sign-in when the service knows it', async () => {
		person = createPerson(service);
		app = makeApp(person, 'vite-plain');
		const { data } = await init('--site-id', 'site_demo000000');
		expect(data<Result>()).toMatchObject({ state: 'installed', notes: [] });
	});

	it.each([
		['cannot be reached', undefined],
		['answered with unavailable', 503],
	])('could not be checked when the service %s, which is noted', async (why, status) => {
		service.instead = (request, response) => {
			if (status === undefined || !request.url!.includes('/sdk/display')) return false;
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end('{"error":{"code":"unavailable"}}');
			return true;
		};
		const offline = status ? [] : ['--api-url', 'http://127.0.0.1:9/functions/v1'];
		const { notes, state } = (await init(...nowhere, ...offline)).data<Result>();
		expect(state).toBe('installed');
		expect(notes).toEqual([expect.stringMatching(new RegExp(`could not be checked: .*${why}`))]);
	});
});

describe('the remaining step until a prompt appears', () => {
	const dashboard = () => `http://127.0.0.1:54323/sites/${service.state.site}/prompts`;
	const site = () => ['--site', service.state.site];

	it('is to write a prompt if the site has none, with the address of the dashboard', async () => {
		const result = (await init(...site())).data<Result>();
		expect(result.dashboard).toBe(dashboard());
		const step = result.steps.find((text) => text.includes('prompt'));
		expect(step).toContain('the site has none, so nothing appears');
		expect(step).toContain(dashboard());
		expect(step).toContain('feedback init --first-prompt');
		const { stdout } = await person.run(['init', '--yes', '--skip-install'], { cwd: app });
		expect(stdout).toContain('nothing appears');
		expect(stdout).toContain(dashboard());
	});

	it('is nothing for a site with a published prompt', async () => {
		addPrompt(service.state, examplePrompt);
		const { steps } = (await init(...site())).data<Result>();
		expect(steps.join()).not.toContain('prompt');
	});

	it('has no dashboard address when only the service’s address is set', async () => {
		const env = { FEEDBACK_DASHBOARD_URL: undefined };
		const argv = ['init', '--yes', '--skip-install', '--json', ...site()];
		const { dashboard: none, steps } = (await person.run(argv, { cwd: app, env })).data<Result>();
		expect(none).toBeNull();
		expect(steps.join()).not.toContain('54323');
	});
});

describe('--first-prompt', () => {
	const first = () => init('--site', service.state.site, '--first-prompt');

	it('requires an approval, and saves one draft, however often the command runs', async () => {
		const asked = await first();
		const { error, approval } = asked.failure();
		expect([asked.code, error.code]).toEqual([5, 'approval_required']);
		expect(error.message).toContain('is installed');
		expect(approval?.url).toContain('http');
		expect(readFileSync(join(app, 'main.js'), 'utf8')).toContain('site_demo000000');

		addGrant(service.state, 'prompt:draft');
		const { prompt, state, steps } = (await first()).data<Result>();
		const [saved] = service.state.prompts;
		expect(state).toBe('unchanged');
		expect(prompt).toEqual({
			id: saved!.id,
			survey_id: 'first-prompt',
			revision: 1,
			state: 'created',
		});
		expect(saved!.state).toBe('draft');
		expect(steps.join()).toContain(`feedback prompt publish ${saved!.id} --revision 1`);

		expect((await first()).data<Result>().prompt).toMatchObject({ state: 'present' });
		expect(service.state.prompts).toHaveLength(1);
	});

	it('is in the plan, and does not change a site with prompts', async () => {
		const argv = ['--site', service.state.site, '--first-prompt', '--dry-run'];
		expect((await init(...argv)).data<Result>().prompt?.state).toBe('to_create');
		addPrompt(service.state, examplePrompt);
		expect((await first()).data<Result>().prompt?.survey_id).toBe(examplePrompt.survey_id);
	});

	it('fails without a known site before anything is written', async () => {
		const before = readFolder(app);
		expect((await init('--site-id', 'site_demo000000', '--first-prompt')).code).toBe(2);
		expect(readFolder(app)).toEqual(before);
	});
});

describe('without a terminal', () => {
	it('no question is asked, and nothing is written without --yes', async () => {
		const before = readFolder(app);
		const argv = ['init', '--site-id', 'site_demo000000', '--json'];
		const { code, failure } = await person.run(argv, { cwd: app });
		expect([code, failure().error.hint]).toEqual([2, expect.stringContaining('--yes')]);
		expect(readFolder(app)).toEqual(before);
	});
});

describe('installing', () => {
	const fake = (body: string) => {
		const bin = join(person.home, 'bin');
		mkdirSync(bin);
		writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
		return { PATH: `${bin}:${process.env['PATH']}` };
	};
	const argv = ['init', '--yes', '--json', '--site-id', 'site_demo000000'];

	it('can be undone, including the manifest and the lockfile', async () => {
		const env = fake(
			'mkdir -p node_modules/@feedback/sdk && echo "{}" > node_modules/@feedback/sdk/package.json && echo "{ }" > package.json && echo lock > package-lock.json',
		);
		const before = readFolder(app);
		const { data } = await person.run(argv, { cwd: app, env });
		expect(data<Result>().package).toMatchObject({
			state: 'installed',
			command: ['npm', 'i', '@feedback/sdk@^0.4.0'],
		});
		await init('--undo');
		const after = readFolder(app);
		const kept = Object.entries(after).filter(([path]) => !path.startsWith('node_modules'));
		expect(Object.fromEntries(kept)).toEqual(before);
	});

	it('reports a failure, and takes everything back', async () => {
		const env = fake(
			'echo "npm error E404" >&2; echo broken > package-lock.json; mkdir -p node_modules/a; exit 1',
		);
		const before = readFolder(app);
		const { code, failure } = await person.run(argv, { cwd: app, env });
		expect([code, failure().error.code]).toEqual([1, 'install_failed']);
		expect(failure().error.details['output']).toBe('npm error E404');
		expect(failure().error.hint).toContain('npm error E404');
		expect(readFolder(app)).toEqual(before);
	});
});

describe('--verify', () => {
	const verify = async (arrive: () => void, ...argv: string[]) => {
		await init('--site', service.state.site);
		const running = person.run(['init', '--yes', '--skip-install', '--verify', ...argv], {
			cwd: app,
		});
		const heard = () => service.received.some((request) => request.includes('event-names'));
		await expect.poll(heard, { timeout: 20_000 }).toBe(true);
		arrive();
		return running;
	};

	it('waits for an event of the site, and names it', async () => {
		const { data } = await verify(() => addEvent(service.state, 'cart.opened'), '--json');
		expect(data<Result>().verified).toBe('cart.opened');
	});

	it.each([
		['displayed', 'A prompt appeared: export-experience.'],
		['bot', 'No prompt appeared (bot): The visitor looks like a bot.'],
		['no_prompt', 'No prompt appeared (no_prompt): No published prompt is triggered'],
	] as const)('describes the decision in words: %s', async (reason, words) => {
		addGrant(service.state, 'response:read');
		const { stdout } = await verify(() => {
			Object.assign(addEvent(service.state, 'cart.opened'), { reason });
		});
		expect(stdout).toContain('The event "cart.opened" arrived.');
		expect(stdout).toContain(words);
		expect(stdout).toContain(`http://127.0.0.1:54323/sites/${service.state.site}/events`);
	});

	it('reports whether a prompt could have appeared, without permission to read events', async () => {
		const { data } = await verify(() => addEvent(service.state, 'cart.opened'), '--json');
		expect(data<Result>().decision).toEqual({
			reason: null,
			text: 'No published prompt is triggered by this event.',
			survey_id: null,
		});
	});

	it('explains how to find out, without permission and with a matching prompt', async () => {
		addPrompt(service.state, { ...examplePrompt, trigger: { events: ['cart.opened'] } });
		const { data } = await verify(() => addEvent(service.state, 'cart.opened'), '--json');
		expect(data<Result>().decision?.text).toContain('feedback event list --name cart.opened');
		expect(service.state.requests).toEqual([]);
	});

	it('fails when no event arrives', async () => {
		await init('--site', service.state.site);
		const { code, failure } = await init('--verify', '--verify-seconds', '1');
		expect([code, failure().error.code]).toEqual([1, 'not_verified']);
	});

	it('fails without a known site before anything is written', async () => {
		const before = readFolder(app);
		const { code } = await init('--site-id', 'site_demo000000', '--verify');
		expect(code).toBe(2);
		expect(readFolder(app)).toEqual(before);
	});
});
