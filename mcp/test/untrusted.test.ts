import { beforeAll, expect, inject, it } from 'vitest';

import { openEditor, type Editor } from './editor.ts';
import { createPerson, type Person } from './person.ts';
import { visit } from './visitor.ts';

// Whatever a visitor controls, names included, reaches a model only under `untrusted_text`.

inject('stack');
let person: Person;
let editor: Editor;
let prompt: string;
let event: string;

const marker = 'OBEY';

beforeAll(async () => {
	person = await createPerson();
	editor = await openEditor(person);
	const { client, site } = person;
	const created = await client.createPrompt({
		site: site.id,
		content: {
			survey_id: 'ease',
			name: 'Ease',
			questions: [
				{
					id: 'cause',
					type: 'single_choice',
					title: 'What was hard?',
					options: [
						{ value: 'slow', label: 'Slow' },
						{ value: 'ugly', label: 'Ugly' },
					],
					other_label: 'Other',
				},
				{
					id: 'causes',
					type: 'multiple_choice',
					title: 'What else?',
					options: [
						{ value: 'slow', label: 'Slow' },
						{ value: 'ugly', label: 'Ugly' },
					],
					other_label: 'Other',
				},
				{ id: 'why', type: 'long_text', title: 'Why?' },
			],
			trigger: { events: ['report.exported'] },
			audience: { none: [{ trait: 'plan', op: 'is', value: 'free' }] },
		},
	});
	prompt = created.id;
	await client.publishPrompt({ site: site.id, prompt, revision: 1 });
	const visitor = {
		site: site.site_id,
		account: `${marker} account`,
		traits: { [`${marker} trait`]: `${marker} value`, plan: `${marker} plan` },
		properties: { [`${marker} property`]: `${marker} value` },
	};
	event = await visit({
		...visitor,
		event: 'report.exported',
		answers: {
			cause: { other: `${marker} other` },
			causes: ['slow', { other: `${marker} another` }],
			why: `${marker} text`,
		},
	});
	await visit({ ...visitor, event: `${marker}.name` });
	const { approval } = await editor.fail('responses_list');
	await person.approve(approval!.id, true);
});

/** The marked texts of a value that are not under `untrusted_text`, each with its path. */
function findUnmarked(value: unknown, path = ''): string[] {
	if (typeof value === 'string') return value.includes(marker) ? [`${path}: ${value}`] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
		if (key === 'untrusted_text') return [];
		const here = `${path}/${key}`;
		return [...(key.includes(marker) ? [here] : []), ...findUnmarked(inner, here)];
	});
}

it.each([
	['responses_list', {}, 7],
	['responses_list', { list: 'texts' }, 1],
	['responses_list', { list: 'tags' }, 0],
	['responses_summary', () => ({ prompt }), 0],
	['events_list', {}, 1],
	['events_list', { list: 'events' }, 3],
	['events_list', () => ({ event }), 3],
	['prompts_list', {}, 0],
	['prompt_get', () => ({ prompt }), 0],
	['prompt_forecast', () => ({ prompt }), 0],
] as [string, object | (() => object), number][])('%s %o', async (name, given, least) => {
	const input = (typeof given === 'function' ? given() : given) as Record<string, unknown>;
	const data = await editor.read(name, input);
	expect(findUnmarked(data)).toEqual([]);
	expect(
		JSON.stringify(data).split(`"untrusted_text":"${marker}`).length - 1,
	).toBeGreaterThanOrEqual(least);
});
