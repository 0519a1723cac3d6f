import { createHash, randomUUID } from 'node:crypto';
import { compareValues, listIssues, promptSchema, ServiceError } from '@feedback/contract';
import type { Prompt, RouteName, RouteOutput, Routes } from '@feedback/contract';
import type { z } from 'zod';

import { author, addGrant, later, now } from './state.ts';
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
	// What visitors see says more than what was saved since.
	const { content } = prompt.revisions.at((prompt.published ?? 0) - 1)!;
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
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'There is no such revision.',
			field: 'revision',
		});
	}
	return { revision, ...found, created_at: now, created_by: author };
}

function findPrompt(
	state: State,
	{ site, prompt }: { site: string; prompt: string },
): StoredPrompt {
	findSite(state, site);
	const found = state.prompts.find(({ id }) => id === prompt);
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'The site has no such prompt.',
			field: 'prompt',
		});
	}
	return found;
}

function findSite(state: State, site: string) {
	const found = state.sites.find(({ id }) => id === site);
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'There is no such site, or it was not chosen for this connection.',
			field: 'site',
		});
	}
	return found;
}

function hash(content: Prompt): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

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
	// The newest come first.
	state.prompts.unshift(prompt);
	return prompt;
}

function decide(state: State, id: string) {
	const request = state.requests.find((candidate) => candidate.id === id);
	if (!request) {
		throw new ServiceError('not_found', {
			message: 'There is no such request for you.',
			field: 'request',
		});
	}
	if (request.state !== 'pending') return request;
	if (state.person_decides === 'deny') request.state = 'denied';
	if (state.person_decides === 'expire') request.state = 'expired';
	if (state.person_decides === 'approve') {
		request.state = 'approved';
		const { prompt, revision } = request;
		addGrant(state, request.action, 'once', { prompt, revision });
	}
	return request;
}

function checkTarget(state: State, grant: Input<'requestGrant'>): void {
	const { action, workspace, site, prompt, revision } = grant;
	const missing = (field: string, message: string) =>
		new ServiceError('invalid_request', { field, message });
	if (action === 'site:create') {
		if (!workspace) throw missing('workspace', 'Name the workspace that gets the site.');
		return;
	}
	if (!site) throw missing('site', 'Name the site.');
	if (action === 'prompt:publish' && !prompt)
		throw missing('prompt', 'Name the prompt to publish.');
	findSite(state, site);
	const found = state.prompts.find(({ id }) => id === prompt);
	if (prompt && (!found || (revision ?? 1) > found.revisions.length)) {
		throw new ServiceError('not_found', {
			message: 'The site has no such prompt, or the prompt no such revision.',
		});
	}
}

function requestGrant(state: State, wanted: Input<'requestGrant'>) {
	checkTarget(state, wanted);
	const about = state.prompts.find(({ id }) => id === wanted.prompt);
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
		connection: { id: state.connection, kind: 'cli', name: 'Feedback command', host: 'laptop' },
		action: wanted.action,
		workspace: state.workspace,
		workspace_name: 'Demo workspace',
		site: wanted.site ?? null,
		site_name: wanted.site ? findSite(state, wanted.site).name : null,
		prompt: wanted.prompt ?? null,
		survey_id: about ? summarize(about).survey_id : null,
		revision: wanted.revision ?? null,
		sha256: about?.revisions[(wanted.revision ?? 0) - 1]?.sha256 ?? null,
		published_revision: about?.published ?? null,
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
		connection: {
			id: state.connection,
			name: 'Feedback command',
			sites: state.sites.map(({ id }) => id),
		},
		grants: state.grants.map(({ action, site, expires_at }) => ({ action, site, expires_at })),
		workspaces: [{ id: state.workspace, name: 'Demo workspace', role: 'owner' }],
	}),
	listSites: (state, { limit }) => page(state.sites, limit),
	getSite: (state, { site }) => findSite(state, site),
	createSite: (state, { workspace, name, id }) => {
		if (state.sites.some((site) => site.id === id)) {
			throw new ServiceError('conflict', {
				message: 'There is a site with this id already.',
				field: 'id',
			});
		}
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
	validatePrompt: (_, { content }) => {
		const { error } = promptSchema.safeParse(content, { reportInput: true });
		const faults = error ? listIssues(error) : [];
		return { valid: faults.length === 0, faults };
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
	saveRevision: (state, input) => {
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
	},
	publishPrompt: (state, input) => {
		const prompt = findPrompt(state, input);
		const { revision, if_latest, sha256 } = input;
		if (revision > prompt.revisions.length) {
			throw new ServiceError('not_found', {
				message: `The prompt has no revision ${revision}.`,
				field: 'revision',
			});
		}
		const wanted = revisionOf(prompt, revision);
		if (sha256 !== undefined && sha256 !== wanted.sha256) {
			throw new ServiceError('revision_conflict', {
				message: `Revision ${revision} holds something else than what was approved.`,
				field: 'sha256',
			});
		}
		const latest = prompt.revisions.length;
		if (if_latest && revision < latest) {
			throw new ServiceError('revision_conflict', {
				message: `Revision ${latest} is newer, saved by ${author}; nothing was published.`,
				field: 'revision',
			});
		}
		if (prompt.state === 'archived') {
			throw new ServiceError('conflict', { message: 'An archived prompt stays archived.' });
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
	forecast: (_, { content }) => {
		if (!content.trigger) {
			throw new ServiceError('invalid_request', {
				message: 'Only a prompt with a trigger can be forecast; this one waits for show().',
				field: 'content.trigger',
			});
		}
		return {
			...{ subjects: 120, error: 0.05, low: 114, high: 126, displays: 130, displays_error: 0.06 },
			...{ events: 900, sampled: true, share: 0.4, claimed: null },
			reasons: { displayed: 120, audience: 700, seen_limit: 80 },
		};
	},
	listEvents: (state, { limit, after, name }) => {
		const named = state.events.filter((event) => !name || event.name === name);
		const since = after ? named.findIndex(({ id }) => id === after) : named.length;
		const items = named.slice(0, since < 0 ? named.length : since);
		return { ...page(items, limit), latest: named[0]?.id ?? now };
	},
	listEventNames: (state, { site }) => {
		findSite(state, site);
		return {
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
		};
	},
	why: (state, { event }) => {
		const found = state.events.find(({ id }) => id === event);
		if (!found) {
			throw new ServiceError('not_found', {
				message: 'The site has no such event, or none of the last 30 days.',
				field: 'event',
			});
		}
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
		latest: state.responses[0]?.id ?? now,
	}),
	summarizeResponses: (state, input) => {
		findPrompt(state, input);
		return {
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
		};
	},
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
		if (at < 0 && !state.revoked.has(grant)) {
			throw new ServiceError('not_found', { message: 'There is no such grant.' });
		}
		if (at >= 0) state.grants.splice(at, 1);
		state.revoked.add(grant);
		return { removed: true };
	},
};
