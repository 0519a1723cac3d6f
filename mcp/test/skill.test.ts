import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { writeAgentSkill } from '../../contract/src/agent-skill.ts';
import { openEditor, type Editor } from './editor.ts';
import { createPerson, type Person } from './person.ts';

const folder = 'skill://feedback/';
const agentSkill = writeAgentSkill(new URL(inject('stack').apiUrl).origin);
let person: Person;
let editor: Editor;

beforeAll(async () => {
	person = await createPerson();
	editor = await openEditor(person);
});
afterAll(() => editor.close());

describe('the agent skill', () => {
	it('can be found and read by a client with the skills extension, without a sign-in', async () => {
		const client = new SkillsClient(editor.client);
		expect(client.supported).toBe(true);
		const { skills } = await client.list();
		expect(skills).toMatchObject([
			{ uri: `${folder}SKILL.md`, frontmatter: { name: 'feedback', license: 'MIT' } },
		]);
		const [skill] = skills;
		// The client compares size and digest of each file with the list.
		for (const [path, text] of Object.entries(agentSkill)) {
			expect(await client.read(skill!, path)).toMatchObject({ verified: true, text });
		}
		expect(skill!.resources).toHaveLength(Object.keys(agentSkill).length);
		expect(editor.opened()).toBe(0);
	});

	it('is a resource for a client without the extension', async () => {
		const old = await openEditor(person, { generation: 'classic' });
		const { resources } = await old.client.listResources();
		expect(resources.map(({ uri }) => uri)).toContain(`${folder}SKILL.md`);
		for (const path of ['SKILL.md', 'references/sdk-methods.md']) {
			const { contents } = await old.client.readResource({ uri: folder + path });
			expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: agentSkill[path] }]);
		}
		await old.close();
	});

	it('contains no other file', async () => {
		for (const path of [
			'references/nothing.md',
			'../../secret',
			'references/../../other/SKILL.md',
		]) {
			await expect(editor.client.readResource({ uri: folder + path })).rejects.toThrow();
		}
	});
});
