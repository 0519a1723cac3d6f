// The walk-through of the documentation, from a proposal to a published prompt: an editor's calls with the server's
// responses.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { PromptInput } from '@feedback/contract';
import { expect, it } from 'vitest';

import { decodeProposal } from '../../contract/src/prompt-file/proposal.ts';
import { hasSameShape, shorten, steady } from '../../supabase/functions/tests/api-example.ts';
import { openEditor } from './editor.ts';
import { createPerson } from './person.ts';
import { visit } from './visitor.ts';

const path = fileURLToPath(new URL('../../content/agents/mcp-walk.json', import.meta.url));

type ToolCall = { tool: string; arguments: object; answer: unknown };

const content: PromptInput = {
	survey_id: 'ease-of-export',
	name: 'Ease of export',
	questions: [{ id: 'ease', type: 'rating', title: 'How easy was it to export your report?' }],
	trigger: { events: ['report.exported'] },
};

async function walk(): Promise<Record<string, ToolCall>> {
	const person = await createPerson();
	await visit({ site: person.site.site_id, event: 'report.exported' });
	const editor = await openEditor(person);
	const calls: Record<string, ToolCall> = {};
	async function call<Data>(step: string, tool: string, given: Record<string, unknown>) {
		const answer = await editor.read<Data>(tool, given);
		calls[step] = { tool, arguments: given, answer: shorten(answer) };
		return answer;
	}

	await call('validate', 'prompt_validate', { content });
	const { url } = await call<{ url: string }>('propose', 'prompt_propose', { content });
	expect(editor.opened()).toBe(0);

	// The person opens the link and saves the prompt in the dashboard.
	const proposed = await decodeProposal(new URL(url).hash.slice(1));
	await person.client.createPrompt({ site: person.site.id, content: proposed! });

	type Listed = { items: { id: string; survey_id: string; latest_revision: number }[] };
	const { items } = await call<Listed>('find', 'prompts_list', { state: 'draft' });
	const saved = items.find(({ survey_id }) => survey_id === content.survey_id)!;
	const at = { prompt: saved.id, revision: saved.latest_revision };
	const forecast = await call('forecast', 'prompt_forecast', { prompt: saved.id });
	expect(forecast).toMatchObject({ subjects: 1, events: 1 });

	type Requests = { requests: { id: string; state: string }[] };
	const { requests } = await call<Requests>('request', 'grants', {
		do: 'request',
		action: 'prompt:publish',
		...at,
	});
	const [request] = requests;
	expect(request!.state).toBe('pending');
	await person.approve(request!.id);
	const waited = await call<Requests>('wait', 'grants', { do: 'wait', request: request!.id });
	expect(waited.requests[0]!.state).toBe('approved');
	const published = await call('publish', 'prompt_publish', at);
	expect(published).toMatchObject({ state: 'published', published_revision: 1, changed: true });
	await editor.close();
	return calls;
}

it('the walk-through of the documentation matches the server’s responses', async () => {
	const calls = steady(await walk());
	const proposal = calls['propose']!.answer as { url: string };
	// The link contains the whole prompt.
	proposal.url = `${proposal.url.split('#')[0]}#…`;
	const committed = readFileSync(path, 'utf8');
	// IDs, times and figures differ between runs; only a response with a different shape needs a new file.
	const isCurrent = hasSameShape(calls, JSON.parse(committed));
	const text = `${JSON.stringify(calls, null, '\t')}\n`;
	await expect(isCurrent ? committed : text).toMatchFileSnapshot(path);
});
