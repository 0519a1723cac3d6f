import { beforeAll, describe, expect, it } from 'vitest';

import { openEditor, type Generation } from './editor.ts';
import { createPerson, type Person } from './person.ts';

let person: Person;

beforeAll(async () => {
	person = await createPerson();
});

describe.each<Generation>(['modern', 'classic'])('the %s client', (generation) => {
	it('has to sign in once, when it first calls a protected tool', async () => {
		const editor = await openEditor(person, { generation });
		const { tools } = await editor.client.listTools();
		expect(tools).toHaveLength(18);
		expect(await editor.read('prompt_validate', { content: {} })).toMatchObject({ valid: false });
		expect(editor.opened()).toBe(0);
		expect(await editor.read('whoami')).toMatchObject({
			kind: 'connection',
			workspaces: [{ id: person.workspace }],
			sites: [{ id: person.site.id }],
			grants: [],
		});
		expect(await editor.read('prompts_list')).toEqual({ items: [], next: null });
		expect(editor.opened()).toBe(1);
		await editor.close();
	});
});
