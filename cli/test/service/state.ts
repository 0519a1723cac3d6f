import { randomUUID } from 'node:crypto';
import { promptSchema } from '@feedback/contract';
import type { Action, Launcher, Prompt, RouteOutput } from '@feedback/contract';

// State of the test service, which has the routes and schemas of the real one.

export type Site = RouteOutput<'getSite'>;
export type Request = RouteOutput<'requestGrant'>;
export type Grant = RouteOutput<'listGrants'>['items'][number];
export type StoredPrompt = {
	id: string;
	site: string;
	state: 'draft' | 'published' | 'paused' | 'archived';
	published: number | null;
	revisions: { content: Prompt; sha256: string }[];
};

export type State = {
	workspace: string;
	otherWorkspaces: string[];
	agentPauses: RouteOutput<'whoami'>['agents_paused'];
	site: string;
	person: string;
	connection: string;
	sites: Site[];
	prompts: StoredPrompt[];
	launcher: Launcher | null;
	requests: Request[];
	grants: Grant[];
	/** IDs of revoked grants. */
	revoked: Set<string>;
	events: RouteOutput<'listEvents'>['items'];
	responses: RouteOutput<'listResponses'>['items'];
	/** The counts of the next summaries; everything is counted when the list is empty. */
	counted: number[];
	/** Replies by idempotency key. */
	answers: Map<string, unknown>;
	/** Tokens that are accepted. */
	tokens: Set<string>;
	/** The person's decision on a request as soon as it is read. */
	person_decides: 'approve' | 'deny' | 'nothing' | 'expire';
	url: string;
};

export const now = '2026-03-01T12:00:00.000Z';
export const later = '2099-03-02T12:00:00.000Z';
/** Author of every revision: a program on behalf of a person. */
export const author = 'Feedback command, for ada@example.com';

export function createState(): State {
	const workspace = randomUUID();
	const site = randomUUID();
	return {
		workspace,
		otherWorkspaces: [],
		agentPauses: [],
		site,
		person: randomUUID(),
		connection: randomUUID(),
		sites: [
			{
				id: site,
				workspace,
				site_id: 'site_demo000000',
				name: 'Reports',
				sample: false,
				created_at: now,
				first_event_at: null,
			},
		],
		prompts: [],
		launcher: null,
		requests: [],
		grants: [],
		revoked: new Set(),
		events: [],
		responses: [],
		counted: [],
		answers: new Map(),
		tokens: new Set(['fbt_good']),
		person_decides: 'nothing',
		url: '',
	};
}

export function addGrant(
	state: State,
	action: Action,
	mode: 'once' | 'until' = 'until',
	given: Partial<Grant> = {},
): Grant {
	const grant: Grant = {
		id: randomUUID(),
		connection: state.connection,
		action,
		workspace: state.workspace,
		site: action === 'site:create' ? null : state.site,
		mode,
		expires_at: later,
		prompt: null,
		revision: null,
		sha256: null,
		site_name: null,
		combination: false,
		conditions: null,
		uses: 0,
		approved_by: 'ada@example.com',
		approved_at: now,
		consumed_at: null,
		revoked_at: null,
		...given,
	};
	state.grants.unshift(grant);
	return grant;
}

/** Adds a prompt that is published at its only revision. */
export function addPrompt(state: State, content: unknown): StoredPrompt {
	const prompt: StoredPrompt = {
		id: randomUUID(),
		site: state.site,
		state: 'published',
		published: 1,
		revisions: [{ content: promptSchema.parse(content), sha256: 'a'.repeat(64) }],
	};
	state.prompts.push(prompt);
	return prompt;
}

/** Gives the prompt's first revision an experiment. */
export function addExperiment({ revisions }: StoredPrompt): void {
	const variants = ['short', 'long'].map((key) => ({ key, weight: 1 }));
	revisions[0]!.content.experiment = { key: 'length', variants };
}

export function addEvent(state: State, name: string, properties: Record<string, string> = {}) {
	const event = {
		id: randomUUID(),
		at: now,
		name,
		properties,
		verified: false,
		visitor: randomUUID(),
		account: 'u-1',
		reason: 'displayed' as const,
		survey_id: 'export-experience',
		bot: false,
	};
	state.events.unshift(event);
	return event;
}

export function addResponse(state: State, prompt: StoredPrompt, answers: Record<string, unknown>) {
	const { content } = prompt.revisions[0]!;
	const response = {
		id: randomUUID(),
		prompt: prompt.id,
		survey_id: content.survey_id,
		revision: 1,
		variant: null,
		answers,
		final: true,
		created_at: now,
		updated_at: now,
		account: 'u-1',
		traits: { plan: 'pro' },
		context: {},
	};
	state.responses.unshift(response);
	return response;
}
