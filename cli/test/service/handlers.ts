import { createHash, randomUUID } from 'node:crypto';
import { compareValues, ServiceError } from '@feedback/contract';
import type { Prompt, RouteName, RouteOutput, Routes } from '@feedback/contract';
import type { z } from 'zod';

import { addGrant, later, now } from './state.ts';
import type { State, StoredPrompt } from './state.ts';

type Part<R, Key extends string> = R extends Record<Key, z.ZodType> ? z.output<R[Key]> : unknown;
type Input<Name extends RouteName> = Part<Routes[Name], 'params'> &
	Part<Routes[Name], 'query'> &
	Part<Routes[Name], 'body'>;
export type Handlers = {
	[Name in RouteName]?: (state: State, input: Input<Name>) => RouteOutput<Name>;
};

// One function for each route that the command calls.

function summarize(prompt: StoredPrompt) {
	const { content } = prompt.revisions.at(-1)!;
	return {
		id: prompt.id,
		survey_id: content.survey_id,
		name: content.name,
		state: prompt.state,
		published_revision: prompt.published,
		latest_revision: prompt.revisions.length,
		priority: content.priority,
		delay_seconds: content.timing.delay_seconds,
		events: content.trigger?.events ?? [],
		published_at: prompt.published === null ? null : now,
		displays: 12,
		unconfirmed: 1,
		responses: 5,
		updated_at: now,
	};
}

function revisionOf(prompt: StoredPrompt, revision: number): RouteOutput<'getRevision'> {
	const found = prompt.revisions[revision - 1];
	if (!found) throw new ServiceError('not_found');
	return { revision, ...found, created_at: now, created_by: 'ada@example.com' };
}

function findPrompt(
	state: State,
	{ site, prompt }: { site: string; prompt: string },
): StoredPrompt {
	findSite(state, site);
	const found = state.prompts.find(({ id }) => id === prompt);
	if (!found) throw new ServiceError('not_found', { message: 'There is no such prompt.' });
	return found;
}

function findSite(state: State, site: string) {
	const found = state.sites.find(({ id }) => id === site);
	if (!found) throw new ServiceError('not_found', { message: 'There is no such site.' });
	return found;
}

function hash(content: Prompt): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function saved(prompt: StoredPrompt, changed = true) {
	const { sha256 } = prompt.revisions.at(-1)!;
	return { ...summarize(prompt), revision: prompt.revisions.length, sha256, changed };
}

function change(state: State, input: { site: string; prompt: string }, to: StoredPrompt['state']) {
	const prompt = findPrompt(state, input);
	const changed = prompt.state !== to;
	prompt.state = to;
	return { ...summarize(prompt), changed };
}

function create(state: State, site: string, content: Prompt, id?: string): StoredPrompt {
	if (
		state.prompts.some(({ revisions }) => revisions[0]!.content.survey_id === content.survey_id)
	) {
		throw new ServiceError('conflict', {
			message: `The site has a prompt "${content.survey_id}" already.`,
			field: 'content.survey_id',
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
	state.prompts.push(prompt);
	return prompt;
}

function decide(state: State, id: string) {
	const request = state.requests.find((candidate) => candidate.id === id);
	if (!request) throw new ServiceError('not_found');
	if (request.state !== 'pending') return request;
	if (state.person_decides === 'deny') request.state = 'denied';
	if (state.person_decides === 'expire') request.state = 'expired';
	if (state.person_decides === 'approve') {
		request.state = 'approved';
		addGrant(state, request.action);
	}
	return request;
}

function requestGrant(state: State, wanted: Input<'requestGrant'>) {
	const same = state.requests.find(
		(request) =>
			request.state === 'pending' &&
			request.action === wanted.action &&
			request.prompt === (wanted.prompt ?? null) &&
			request.revision === (wanted.revision ?? null),
	);
	if (same) return same;
	const id = randomUUID();
	const request: State['requests'][number] = {
		id,
		connection: { id: state.connection, kind: 'cli', name: 'laptop', host: null },
		action: wanted.action,
		workspace: state.workspace,
		workspace_name: 'Demo workspace',
		site: wanted.site ?? null,
		site_name: wanted.site ? findSite(state, wanted.site).name : null,
		prompt: wanted.prompt ?? null,
		survey_id: null,
		revision: wanted.revision ?? null,
		sha256: null,
		published_revision: null,
		state: 'pending',
		created_at: now,
		expires_at: later,
		url: `${state.url}/approvals/${id}`,
		combination: false,
	};
	state.requests.push(request);
	return request;
}

const page = <Item>(items: Item[], limit: number) => ({
	items: items.slice(0, limit),
	next: items.length > limit ? 'more' : null,
});

const lastDay = (events: number) => Array<number>(30).fill(0).with(29, events);

export const handlers: Handlers = {
	whoami: (state) => ({
		kind: 'connection',
		person: state.person,
		email: 'ada@example.com',
		connection: { id: state.connection, name: 'laptop', sites: state.sites.map(({ id }) => id) },
		grants: state.grants.map(({ action, site, expires_at }) => ({ action, site, expires_at })),
		workspaces: [{ id: state.workspace, name: 'Demo workspace', role: 'owner' }],
	}),
	listSites: (state, { limit }) => page(state.sites, limit),
	getSite: (state, { site }) => findSite(state, site),
	createSite: (state, { workspace, name, id }) => {
		const site = {
			id: id ?? randomUUID(),
			workspace,
			name,
			site_id: 'site_abcdefghijkl',
			created_at: now,
			first_event_at: null,
		};
		state.sites.push(site);
		return site;
	},
	validatePrompt: () => ({ valid: true, faults: [] }),
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
	saveRevision: (state, input) => {
		const prompt = findPrompt(state, input);
		const { base, content } = input;
		if (base !== undefined && base !== prompt.revisions.length) {
			throw new ServiceError('revision_conflict');
		}
		const sha256 = hash(content);
		if (prompt.revisions.at(-1)!.sha256 === sha256) return saved(prompt, false);
		prompt.revisions.push({ content, sha256 });
		return saved(prompt);
	},
	publishPrompt: (state, input) => {
		const prompt = findPrompt(state, input);
		const { revision, if_latest } = input;
		const wanted = revisionOf(prompt, revision);
		const latest = prompt.revisions.length;
		if (if_latest && revision < latest) {
			throw new ServiceError('revision_conflict', {
				message: `Revision ${latest} is newer, saved by ada@example.com; nothing was published.`,
				field: 'revision',
			});
		}
		const from = prompt.published;
		const changed = prompt.state !== 'published' || from !== revision;
		Object.assign(prompt, { state: 'published', published: revision });
		const went_back =
			from !== null && from > revision
				? {
						...{ from, to: revision },
						undone: Array.from({ length: from - revision }, (_, at) => {
							const { revision: number, created_at, created_by } = revisionOf(prompt, from - at);
							return { revision: number, created_at, created_by };
						}),
						fields: compareValues(revisionOf(prompt, from).content, wanted.content).map(
							({ path }) => path,
						),
					}
				: null;
		return { ...summarize(prompt), changed, went_back };
	},
	pausePrompt: (state, input) => change(state, input, 'paused'),
	resumePrompt: (state, input) => change(state, input, 'published'),
	archivePrompt: (state, input) => change(state, input, 'archived'),
	duplicatePrompt: (state, input) => {
		const { content } = findPrompt(state, input).revisions.at(-1)!;
		return saved(create(state, input.site, { ...content, survey_id: input.survey_id }));
	},
	forecast: () => ({
		subjects: 120,
		events: 900,
		sampled: true,
		error: 0.05,
		reasons: { displayed: 120, audience: 700, seen_limit: 80 },
	}),
	listEvents: (state, { limit, after, name }) => {
		const named = state.events.filter((event) => !name || event.name === name);
		const since = after ? named.findIndex(({ id }) => id === after) : named.length;
		const items = named.slice(0, since < 0 ? named.length : since);
		return { ...page(items, limit), latest: named[0]?.id ?? null };
	},
	listEventNames: (state) => ({
		items: [
			...state.events
				.filter(({ name }) => name !== 'report.exported')
				.map(({ name, at }) => ({
					name,
					state: 'seen' as const,
					first_seen_at: at,
					last_seen_at: at,
					events: 1,
					by_day: lastDay(1),
				})),
			{
				name: 'report.exported',
				state: 'seen',
				first_seen_at: now,
				last_seen_at: now,
				events: 900,
				by_day: lastDay(900),
			},
		],
		next: null,
		unlisted: 0,
	}),
	why: (state, { event }) => {
		const found = state.events.find(({ id }) => id === event);
		if (!found) throw new ServiceError('not_found');
		return {
			event: found,
			prompts: [
				{
					survey_id: 'export-experience',
					reason: 'audience',
					rules: [
						{ rule: 'trigger', passed: true, text: 'The event is report.exported.' },
						{ rule: 'audience', passed: false, text: 'plan is "free"; it must be "pro".' },
					],
				},
			],
		};
	},
	listResponses: (state, { limit }) => ({
		...page(state.responses, limit),
		latest: state.responses[0]?.id ?? null,
	}),
	summarizeResponses: () => ({
		displays: 12,
		unconfirmed: 1,
		dismissed: 3,
		responses: 5,
		final: 4,
		questions: [
			{
				id: 'ease',
				type: 'rating',
				title: 'How easy was it?',
				revisions: [1],
				reached: 5,
				answered: 5,
				skipped: 0,
				counts: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 3 },
				mean: { value: 4.2, low: 3.1, high: 5 },
				nps: null,
			},
		],
		trend: [
			{
				day: '2026-03-01',
				displays: 12,
				responses: 5,
				nps: null,
				promoters: 0,
				passives: 0,
				detractors: 0,
			},
		],
	}),
	requestGrant: (state, input) => requestGrant(state, input),
	getGrantRequest: (state, { request }) => decide(state, request),
	listGrantRequests: (state, { limit, state: wanted }) =>
		page(
			state.requests.filter((request) => !wanted || request.state === wanted),
			limit,
		),
	listGrants: (state, { limit }) => page(state.grants, limit),
	revokeGrant: (state, { grant }) => {
		const at = state.grants.findIndex(({ id }) => id === grant);
		if (at < 0) throw new ServiceError('not_found');
		state.grants.splice(at, 1);
		return { removed: true };
	},
};
