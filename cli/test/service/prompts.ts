import { randomUUID } from 'node:crypto';

import { findIssues, findVariant, promptSchema, ServiceError } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';

import type { Handlers } from './handler-types.ts';
import { page } from './page.ts';
import { publishPrompt } from './publish-prompt.ts';
import { findSite } from './sites.ts';
import type { State, StoredPrompt } from './state.ts';
import { findPrompt, hash, revisionOf, summarize } from './stored-prompt.ts';

function saved(prompt: StoredPrompt, changed = true) {
	const { sha256 } = prompt.revisions.at(-1)!;
	return { ...summarize(prompt), revision: prompt.revisions.length, sha256, changed };
}

type Moved = 'paused' | 'published' | 'archived';

const refusals: Record<Moved, string> = {
	paused: 'Only a published prompt can be paused.',
	published: 'Only a paused prompt can be resumed.',
	archived: '',
};

function change(state: State, input: { site: string; prompt: string }, to: Moved) {
	const prompt = findPrompt(state, input);
	const changed = prompt.state !== to;
	const isLive = prompt.state === 'published' || prompt.state === 'paused';
	if (changed && to !== 'archived' && !isLive) {
		throw new ServiceError('conflict', { message: refusals[to] });
	}
	prompt.state = to;
	return { ...summarize(prompt), changed };
}

function create(state: State, site: string, content: Prompt, id?: string): StoredPrompt {
	if (state.prompts.some((prompt) => prompt.id === id)) {
		throw new ServiceError('conflict', {
			message: 'There is a prompt with this id already.',
			field: 'id',
		});
	}
	if (state.prompts.some((prompt) => summarize(prompt).survey_id === content.survey_id)) {
		throw new ServiceError('conflict', {
			message: 'The site has a prompt with this survey ID already.',
			field: 'survey_id',
		});
	}
	const revisions = [{ content, sha256: hash(content) }];
	const prompt: StoredPrompt = {
		id: id ?? randomUUID(),
		site,
		state: 'draft',
		published: null,
		revisions,
	};
	// Newest first.
	state.prompts.unshift(prompt);
	return prompt;
}

type Saved = { site: string; prompt: string; content: Prompt; base?: number | undefined };

function save(state: State, input: Saved) {
	const prompt = findPrompt(state, input);
	const { base, content } = input;
	const latest = prompt.revisions.at(-1)!;
	if (base !== undefined && base !== prompt.revisions.length) {
		throw new ServiceError('revision_conflict', {
			message: `The latest revision is ${prompt.revisions.length}, not ${base}.`,
			field: 'base',
		});
	}
	const sha256 = hash(content);
	if (latest.sha256 === sha256) return saved(prompt, false);
	if (prompt.published !== null && content.survey_id !== latest.content.survey_id) {
		throw new ServiceError('conflict', {
			message: 'The survey ID of a published prompt cannot change; apps call it by that name.',
		});
	}
	prompt.revisions.push({ content, sha256 });
	return saved(prompt);
}

function forecastOthers({ prompts: all }: State, site: string, { survey_id }: Prompt) {
	const live = all
		.filter((prompt) => prompt.site === site && prompt.state === 'published')
		.map(summarize);
	return {
		prompts: live
			.filter((prompt) => prompt.survey_id !== survey_id)
			.map(({ id, survey_id, name }) => ({
				prompt: id,
				survey_id,
				name,
				displays_without: 300,
				displays_with: 204,
				change: -96,
				change_error: 12,
			})),
		backtest: {
			replayed: 610,
			error: 40,
			reserved: 590,
			prompts: live.map(({ id, survey_id }) => ({
				prompt: id,
				survey_id,
				replayed: 310,
				error: 30,
				reserved: 300,
			})),
		},
	};
}

export const prompts = {
	validatePrompt: (_, { content }) => {
		const { error } = promptSchema.safeParse(content, { reportInput: true });
		const { issues: faults, more } = error ? findIssues(error) : { issues: [], more: 0 };
		return { valid: faults.length === 0, faults, more, warnings: [] };
	},
	checkPrompt: (state, { site, content }) => {
		findSite(state, site);
		const { error, data = null } = promptSchema.safeParse(content, { reportInput: true });
		const { issues: faults, more } = error ? findIssues(error) : { issues: [], more: 0 };
		// The test service has received no events.
		const warnings = (data?.trigger?.events ?? []).map((name, at) => ({
			path: ['trigger', 'events', at],
			message: `"${name}" was never reported on this site`,
		}));
		return { valid: data !== null, faults, more, warnings, content: data };
	},
	previewPromptDeletion: (state, input) => {
		const { revisions } = findPrompt(state, input);
		return {
			name: revisions.at(-1)!.content.name,
			allowed: true,
			counts: { revisions: revisions.length },
			scheduled: null,
			url: state.url,
		};
	},
	listPrompts: (state, { limit, state: wanted }) =>
		page(
			state.prompts.map(summarize).filter((prompt) => !wanted || prompt.state === wanted),
			limit,
		),
	createPrompt: (state, { site, id, content }) => saved(create(state, site, content, id)),
	getPrompt: (state, input) => {
		const prompt = findPrompt(state, input);
		return { ...summarize(prompt), latest: revisionOf(prompt, prompt.revisions.length) };
	},
	getRevision: (state, input) => revisionOf(findPrompt(state, input), input.revision),
	saveRevision: save,
	keepVariant: (state, { variant, ...input }) => {
		const { revisions } = findPrompt(state, input);
		const { content } = revisions.at(-1)!;
		if (!content.experiment?.variants.some(({ key }) => key === variant)) {
			throw new ServiceError('invalid_request', {
				message: `The latest revision, ${revisions.length}, has no variant "${variant}".`,
				field: 'variant',
			});
		}
		return save(state, { ...input, content: findVariant(content, variant) });
	},
	publishPrompt,
	pausePrompt: (state, input) => change(state, input, 'paused'),
	resumePrompt: (state, input) => change(state, input, 'published'),
	archivePrompt: (state, input) => change(state, input, 'archived'),
	duplicatePrompt: (state, input) => {
		const { content } = findPrompt(state, input).revisions.at(-1)!;
		return saved(create(state, input.site, { ...content, survey_id: input.survey_id }));
	},
	forecast: (state, { site, content, others }) => {
		if (!content.trigger) {
			throw new ServiceError('invalid_request', {
				message: 'Only a prompt with a trigger can be forecast; this one waits for show().',
				field: 'content.trigger',
			});
		}
		return {
			subjects: 120,
			error: 0.05,
			low: 114,
			high: 126,
			displays: 130,
			displays_error: 0.06,
			events: 900,
			sampled: true,
			share: 0.4,
			claimed: null,
			reasons: { displayed: 120, audience: 700, seen_limit: 80 },
			others: others ? forecastOthers(state, site, content) : null,
		};
	},
} satisfies Handlers;
