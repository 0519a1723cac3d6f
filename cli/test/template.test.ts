import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { promptText } from './prompt-text.ts';
import { createPerson } from './run.ts';
import { addGrant } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
describe('prompt create', () => {
	it('starts from a template, with a given survey ID', async () => {
		const person = createPerson(service, 'fbt_good');
		addGrant(service.state, 'prompt:draft');
		writeFileSync(join(person.home, 'prompt.yaml'), promptText);
		const { workspace, site } = service.state;
		const place = ['--workspace', workspace, '--site', site];
		const create = (...more: string[]) =>
			person.run(['prompt', 'create', ...place, ...more, '--json']);
		const made = await create('--template', 'nps', '--survey-id', 'recommend-reports');
		expect(made.code).toBe(0);
		expect(
			service.state.prompts.find(
				({ revisions }) => revisions[0]?.content.survey_id === 'recommend-reports',
			),
		).toBeDefined();
		const unknown = await create('--template', 'npss');
		expect(unknown.code).toBe(2);
		expect(unknown.failure().error.message).toBe('There is no template "npss".');
		expect(unknown.failure().error.details?.['allowed']).toContain('nps');
		for (const both of [[], ['--template', 'nps', '--file', 'prompt.yaml']]) {
			const refused = await create(...both);
			expect(refused.code).toBe(2);
			expect(refused.failure().error.message).toBe('Pass exactly one of --file and --template.');
		}
	});
});
