import type { DestinationSettingsInput, PromptInput } from '@feedback/contract';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { listOffered } from '../src/operations/offered.ts';
import { openEditor, type Editor } from './editor.ts';
import { createPerson, type Person } from './person.ts';
import { visit } from './visitor.ts';

// Whatever a visitor controls, names included, reaches a model only under `untrusted_text`.

inject('stack');
let person: Person;
let editor: Editor;
let prompt: string;
let event: string;
let response: string;
let tag: string;
let request: string;
let destinationRequest: string;
let destination: string;
let message: string;

const webhook = {
	kind: 'webhook',
	name: 'Hook',
	// Nothing listens there.
	url: 'http://127.0.0.1:9/hook',
	event_types: ['response.closed'],
} as const satisfies DestinationSettingsInput;

const marker = 'OBEY';
const content: PromptInput = {
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
};

beforeAll(async () => {
	person = await createPerson();
	editor = await openEditor(person);
	const { client, site } = person;
	const created = await client.createPrompt({ site: site.id, content });
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
	// Frequent enough to be suggested as a tag.
	for (const text of ['one', 'two', 'three']) {
		const answers = { why: `${marker} slow export ${text}` };
		await visit({ site: site.site_id, event: 'report.exported', answers });
	}
	await visit({ ...visitor, event: `${marker}.name` });
	await client.createAudience({
		site: site.id,
		key: 'team',
		name: 'Team',
		rule: { trait: 'plan', op: 'is', value: 'team' },
	});
	const { approval } = await editor.fail('responses_list');
	await person.approve(approval!.id, true);
	request = approval!.id;
	const { items } = await client.listResponses({ site: site.id, account: `${marker} account` });
	response = items[0]!.id;
	const quote = { response, question: 'why', quote: `${marker} text` };
	({ id: tag } = await client.createTag({ site: site.id, name: 'Slow', examples: [quote] }));
	({ id: destination } = await client.createDestination({ site: site.id, ...webhook }));
	({ message } = await client.testDestination({ site: site.id, destination }));
	const input = { ...webhook, name: 'Another', url: 'http://127.0.0.1:9/other' };
	const asked = await editor.read<{ result: { id: string } }>('command_run', {
		name: 'requestDestination',
		input,
	});
	destinationRequest = asked.result.id;
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

/** The number of texts with the marker under `untrusted_text`. */
function countMarked(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return Object.entries(value).reduce((sum, [key, inner]: [string, unknown]) => {
		const isMarked = key === 'untrusted_text' && String(inner).includes(marker);
		return sum + (isMarked ? 1 : countMarked(inner));
	}, 0);
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
	expect(countMarked(data)).toBeGreaterThanOrEqual(least);
});

type Input = Record<string, unknown>;
/** The least number of marked texts, and the input besides the site. */
type Case = [least: number, input?: () => Input];

const ofPrompt = () => ({ prompt });
const draft = () => ({ content: { ...content, survey_id: 'other' } });

/** Every operation that reads and that a connection can run. */
const reading: Record<string, Case> = {
	whoami: [0],
	listSites: [0],
	getSite: [0],
	listSiteKeys: [0],
	validatePrompt: [0, draft],
	checkPrompt: [0, draft],
	listPrompts: [0],
	getPrompt: [0, ofPrompt],
	listRevisions: [0, ofPrompt],
	getRevision: [0, () => ({ prompt, revision: 1 })],
	forecast: [0, draft],
	listAudiences: [0],
	getAudience: [0, () => ({ audience: 'team' })],
	getAudienceVersion: [0, () => ({ audience: 'team', version: 1 })],
	listEvents: [4],
	listEventNames: [1],
	getEventName: [2, () => ({ name: 'report.exported' })],
	listTraits: [3],
	why: [4, () => ({ event })],
	testRules: [1, () => ({ account: `${marker} account`, event: { name: 'report.exported' } })],
	whyPrompt: [2, () => ({ prompt, account: `${marker} account` })],
	getReasons: [0, ofPrompt],
	listPromptWarnings: [0],
	listResponses: [7],
	listDisplays: [3],
	getResponse: [7, () => ({ response })],
	summarizeResponses: [0, ofPrompt],
	explainFigure: [0, () => ({ prompt, figure: 'responses' })],
	compareResponses: [1, () => ({ prompt, one: { trait: [`plan:${marker} plan`] }, other: {} })],
	getExperiment: [0, ofPrompt],
	getResponseRates: [1, () => ({ prompt, by: 'trait:plan' })],
	getRepeatAnswers: [0, ofPrompt],
	listSavedFilters: [0, ofPrompt],
	listResultLinks: [0, ofPrompt],
	getScores: [0],
	getLauncher: [0],
	getInbox: [0],
	listTextAnswers: [2],
	getTextAnswer: [2, () => ({ response, question: 'why' })],
	listIssues: [0],
	listTags: [1],
	getTag: [1, () => ({ tag })],
	suggestTags: [1],
	listResponseChanges: [7],
	getResponseCursor: [0],
	listGrantRequests: [0],
	getGrantRequest: [0, () => ({ request })],
	listGrants: [0],
	listDestinations: [0],
	getDestination: [0, () => ({ destination })],
	listDeliveries: [0, () => ({ destination })],
	getDelivery: [0, () => ({ destination, message })],
	listDestinationRequests: [0],
	getDestinationRequest: [0, () => ({ request: destinationRequest })],
	previewPromptDeletion: [0, ofPrompt],
	previewResponseDeletion: [0],
	previewSiteDeletion: [0],
	previewWorkspaceDeletion: [0],
	listDeletions: [0],
};

describe('command_run', () => {
	it('has a case for each operation that reads', () => {
		const names = listOffered()
			.filter(({ need, changes }) => need !== 'person' && !changes)
			.map(({ name }) => name);
		expect(Object.keys(reading).toSorted()).toEqual(names.toSorted());
	});

	it.each(Object.entries(reading))('%s', async (name, [least, input]) => {
		const {
			isError,
			content: texts,
			structuredContent,
		} = await editor.call('command_run', { name, input: input?.() ?? {} });
		expect(isError, texts[0]?.text).toBeFalsy();
		expect(findUnmarked(structuredContent)).toEqual([]);
		expect(countMarked(structuredContent)).toBeGreaterThanOrEqual(least);
		if (least > 0) expect(texts[0]!.text).toContain('was collected from visitors');
	});
});
