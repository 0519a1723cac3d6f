import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { onTerminal } from './on-terminal.ts';
import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { addGrant } from './service/state.ts';
import { useService } from './service/use-service.ts';

// Which site and workspace a command is about, and how a person finds out.

const service = await useService();
let person: Person;
beforeEach(async () => {
	person = createPerson(service, 'fbt_good');
	addGrant(service.state, 'site:create');
	await person.run(['site', 'create', '--name', 'Second']);
});

type Sites = { id: string; name: string }[];

describe('sites', () => {
	it('are listed by whoami, with the UUIDs', async () => {
		const { data } = await person.run(['whoami', '--json']);
		const { sites } = data<{ sites: Sites }>();
		expect(sites.map(({ name }) => name)).toEqual(['Reports', 'Second']);
		const { stdout } = await person.run(['whoami']);
		for (const { id } of sites) expect(stdout).toContain(id);
	});

	it('are listed without a workspace', async () => {
		const { data } = await person.run(['site', 'list', '--json']);
		expect(data<{ items: Sites }>().items.map(({ name }) => name)).toEqual(['Reports', 'Second']);
	});

	it('of several workspaces are listed page by page', async () => {
		const other = randomUUID();
		service.state.otherWorkspaces.push(randomUUID(), other);
		for (const name of ['Third', 'Fourth']) {
			service.state.sites.push({
				...service.state.sites[0]!,
				id: randomUUID(),
				name,
				workspace: other,
			});
		}
		const read = async (...argv: string[]) => {
			const { data } = await person.run(['site', 'list', '--json', '--limit', ...argv]);
			const { items, next } = data<{ items: Sites; next: string | null }>();
			return { names: items.map(({ name }) => name), next };
		};
		const first = await read('2');
		expect(first.names).toEqual(['Reports', 'Second']);
		const second = await read('1', '--cursor', first.next!);
		expect(second.names).toEqual(['Third']);
		expect(await read('5', '--cursor', second.next!)).toEqual({ names: ['Fourth'], next: null });
		const { code, stderr } = await person.run(['site', 'list', '--cursor', 'elsewhere']);
		expect(code).toBe(2);
		expect(stderr).toContain('The cursor does not belong to this list.');
	});

	it('are named with their UUIDs when a command needs one, so that no other command is needed', async () => {
		const { code, stderr } = await person.run(['prompt', 'list']);
		expect(code).toBe(2);
		for (const { id, name } of service.state.sites) {
			expect(stderr).toContain(`${id}  ${name}`);
		}
	});
});

describe('a UUID in capitals', () => {
	it.each(['flag', 'environment'])('is accepted from the %s', async (from) => {
		const site = service.state.site.toUpperCase();
		const given = from === 'flag' ? { argv: ['--site', site] } : { env: { FEEDBACK_SITE: site } };
		const { argv = [], env = {} } = given;
		const { code } = await person.run(['prompt', 'list', '--json', ...argv], { env });
		expect(code).toBe(0);
	});

	it('is accepted as an argument', async () => {
		const { failure } = await person.run([
			'prompt',
			'show',
			'0000000A-0000-4000-8000-00000000000B',
			'--json',
			'--site',
			service.state.site,
		]);
		expect(failure().error.code).toBe('not_found');
	});
});

describe('a newer command', () => {
	const env = { CI: '' };
	const sentence = 'Version 9.0.0 of this command is available';

	it('is named once a day at most, on a terminal', async () => {
		service.packages.command = '9.0.0';
		const { code, shown } = await onTerminal(person, ['whoami'], [], env);
		expect(code).toBe(0);
		expect(shown).toContain(sentence);
		expect(shown).toContain('/npm/@feedback/cli/-/cli-9.0.0.tgz');
		const asks = () => service.received.filter((request) => request.includes('dist-tags')).length;
		const before = asks();
		expect((await onTerminal(person, ['whoami'], [], env)).shown).toContain(sentence);
		expect(asks()).toBe(before);
	});

	it('is not named in CI, with --json, elsewhere than on a terminal, or if it is this one', async () => {
		service.packages.command = '9.0.0';
		expect((await onTerminal(person, ['whoami'], [], { CI: '1' })).shown).not.toContain(sentence);
		expect((await onTerminal(person, ['whoami', '--json'], [], env)).shown).not.toContain(sentence);
		expect((await person.spawn(['whoami'], { env })).stderr).not.toContain(sentence);
		service.packages.command = '0.4.0';
		expect((await onTerminal(person, ['whoami'], [], env)).shown).not.toContain('is available');
	});
});
