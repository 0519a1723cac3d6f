// What the commands of a page act on: the prompts, files and IDs that a reader would have.
import type { Client } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';

import { formbricksSample } from '../../../cli/test/import-samples.ts';
import type { Person } from './person.ts';

export type Place = { workspace: string; site: string };

/** The place of a page, its owner and the person's decisions. */
export type Scene = { owner: Client; place: Place; person: Person; receiverUrl: string };

const questions = [
	{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
	{
		id: 'tools',
		type: 'multiple_choice',
		title: 'Where do you export to?',
		options: [
			{ value: 'slack', label: 'Slack' },
			{ value: 'mail', label: 'E-mail' },
		],
	},
	{ id: 'why', type: 'long_text', title: 'Why?' },
] satisfies PromptInput['questions'];

const trigger = { events: ['report.exported'] };

const experiment = {
	key: 'shorter-question',
	variants: [
		{ key: 'control' },
		{ key: 'short', questions: [{ ...questions[0]!, title: 'Recommend us?' }] },
	],
} satisfies PromptInput['experiment'];

let made = 0;

/** A prompt that asks for a score after an export. */
export async function publishPrompt(owner: Client, site: string, surveyId: string): Promise<void> {
	const content = { survey_id: surveyId, name: 'Export', questions: questions, trigger };
	const { id, revision } = await owner.createPrompt({ site, content });
	await owner.publishPrompt({ site, prompt: id, revision });
}

/** A prompt in the state that the command needs: with as many revisions, and published unless it deletes a draft. */
async function createPrompt({ owner, place: { site } }: Scene, line: string): Promise<string> {
	made += 1;
	const content = (title: string) => ({
		survey_id: `made-${made}`,
		name: 'After an export',
		questions: [{ ...questions[0]!, title }, ...questions.slice(1)],
		trigger,
		...(/--variant short\b|response experiment/.test(line) && { experiment }),
	});
	const { id } = await owner.createPrompt({ site, content: content('Would you recommend us?') });
	const revisions = /--base 3\b/.test(line) ? 3 : 2;
	for (let base = 1; base < revisions; base += 1) {
		await owner.saveRevision({ site, prompt: id, base, content: content(`Again ${base}?`) });
	}
	if (/^feedback prompt (delete|publish)/.test(line) && !line.includes('--wait')) return id;
	await owner.publishPrompt({ site, prompt: id, revision: revisions });
	if (line.startsWith('feedback prompt resume')) await owner.pausePrompt({ site, prompt: id });
	if (/feedback filter (rename|delete)/.test(line)) {
		const filter = { condition: { answer: 'score', op: 'at_most', value: 6 } } as const;
		await owner.createSavedFilter({ site, prompt: id, name: 'Detractors', filter });
	}
	if (line.includes('link revoke')) {
		await owner.createResultLink({ site, prompt: id, name: 'For the board' });
	}
	return id;
}

async function createDestination({ owner, place: { site }, receiverUrl }: Scene): Promise<string> {
	made += 1;
	const { id } = await owner.createDestination({
		site,
		kind: 'webhook',
		name: `Receiver ${made}`,
		url: receiverUrl,
		event_types: ['response.closed'],
	});
	return id;
}

/** Values of the words in angle brackets. */
const values: Record<string, (scene: Scene, line: string) => Promise<string>> = {
	prompt_uuid: createPrompt,
	destination_uuid: createDestination,
	site_uuid: async ({ place }) => place.site,
	workspace_uuid: async ({ place }) => place.workspace,
	prompt_file: async () => 'prompt.yaml',
	integer: async () => '1',
	secret: async () => 'T000/B000/secret',
	async event_uuid({ owner, place: { site } }) {
		const { items } = await owner.listEvents({ site, limit: 1 });
		return items[0]!.id;
	},
	async message_uuid(scene, line) {
		const { site } = scene.place;
		const destination = /redeliver (\S+)/.exec(line)![1]!;
		const { message } = await scene.owner.testDestination({
			site,
			destination,
			type: 'response.closed',
		});
		return message;
	},
	async request_uuid({ person: { approved } }, line) {
		return (line.includes('webhook') ? approved.destination : approved.grant)!;
	},
	async grant_uuid({ owner }) {
		const { items } = await owner.listGrants({});
		return items[0]!.id;
	},
	async deletion_uuid({ owner, place: { site } }) {
		made += 1;
		const content = { survey_id: `gone-${made}`, name: 'Gone', questions: questions };
		const { id } = await owner.createPrompt({ site, content });
		const deletion = await owner.deletePrompt({ site, prompt: id, confirm: 'Gone' });
		return deletion.id;
	},
};

/** Replaces the words in angle brackets, such as `<prompt_uuid>`, from left to right. */
export async function fillIn(line: string, scene: Scene): Promise<string> {
	let filled = line;
	for (;;) {
		const [word, name = ''] = /<(\w+)>/.exec(filled) ?? [];
		if (word === undefined) return filled;
		const value = values[name];
		if (!value) throw new Error(`${line} has <${name}>, which has no value here.`);
		filled = filled.replace(word, await value(scene, filled));
	}
}

/** Files that the pages name without showing them. */
export const files: Record<string, string> = {
	'prompt.yaml': JSON.stringify({ survey_id: 'exports', name: 'Exports', questions }),
	'audience.yaml': '{ trait: plan, op: is, value: pro }\n',
	'destination.yaml':
		'{ kind: email, name: Support, recipients: [ada@example.com], schedule: { every: day, hour: 9, time_zone: UTC } }\n',
	'proposal.yaml': '{ tags: [], labels: [] }\n',
	'surveys.json': JSON.stringify({ data: [formbricksSample] }),
	'report.json': JSON.stringify({ identify: [{ account: 'user_42', traits: { plan: 'pro' } }] }),
	'responses.json': JSON.stringify({ data: [] }),
	'form.json': JSON.stringify({
		id: 'form',
		title: 'Exports',
		fields: [{ ref: 'ease', type: 'rating', title: 'How easy was it?', properties: { steps: 5 } }],
	}),
	'index.html': '<!doctype html>\n<html>\n<head>\n</head>\n</html>\n',
	'package.json': '{ "name": "app", "private": true }\n',
};
