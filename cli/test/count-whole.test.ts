import { examplePrompt } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { createPerson } from './run.ts';
import { useService } from './service/use-service.ts';
import { addGrant, addPrompt } from './service/state.ts';

const service = await useService();
describe('a summary of very many answers', () => {
	it('is complete after several requests, each of which reports its progress', async () => {
		const person = createPerson(service, 'fbt_good');
		const prompt = addPrompt(service.state, examplePrompt);
		addGrant(service.state, 'response:read');
		service.state.counted = [0.28, 0.8];
		const { stdout, stderr } = await person.run(['response', 'summary', prompt.id, '--json']);
		expect(JSON.parse(stdout)).toMatchObject({ data: { counted: 1, displays: 12 } });
		expect(stderr).toContain('28% of the answers are counted …\n80% of the answers are counted …');
	});

	it('has figures that a command lists', async () => {
		const person = createPerson(service, 'fbt_good');
		const prompt = addPrompt(service.state, examplePrompt);
		addGrant(service.state, 'response:read');
		const { stdout } = await person.run(['response', 'explain', prompt.id, 'questions.0.skipped']);
		expect(stdout).toBe(
			[
				'Responses that continued from “How easy was it?” without an answer.',
				'2 responses',
				`feedback response list --prompt ${prompt.id} --figure '{"question":"ease","was":"skipped"}'`,
				'',
			].join('\n'),
		);
	});
});
