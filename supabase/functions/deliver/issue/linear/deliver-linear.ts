import type { LinearTracker } from '@feedback/contract';
import { z } from 'zod';

import type { Attempt } from '../../attempt.ts';
import type { ClaimedDelivery } from '../../claimed-delivery.ts';
import type { Service } from '../../service.ts';
import { deliverIssue } from '../deliver-issue.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { TrackerApi } from '../tracker-api.ts';
import { TrackerRefusal, type Tracker } from '../tracker.ts';
import { explainLinear } from './explain-linear.ts';

/** Creates an issue or a comment in a team of Linear. */
export function deliverLinear(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	return deliverIssue(service, delivery, linear);
}

// https://linear.app/developers/graphql. The caller may choose the ID of what it creates, so a repeated creation is refused.
const linear: Tracker<LinearTracker> = {
	settleSeconds: 0,
	// An API key, unlike a token of OAuth, has no scheme.
	headers: (token) => ({ authorization: token }),
	async findIssue(api, { marker }) {
		const { issues } = await ask(api, findIssue, { id: marker }, issuesSchema);
		return issues.nodes.map(toLink)[0];
	},
	async createIssue(api, { target, title, message, marker }) {
		const { teams } = await ask(api, findTeam, { key: target.team }, teamsSchema);
		const [team] = teams.nodes;
		if (!team) throw new TrackerRefusal(`The API key sees no team ${target.team} in Linear.`);
		const input = { id: marker, teamId: team.id, title, description: renderMarkdown(message) };
		const { issueCreate } = await ask(api, createIssue, { input }, issueCreateSchema);
		if (!issueCreate.issue) throw new TrackerRefusal('Linear created no issue.');
		return toLink(issueCreate.issue);
	},
	async hasComment(api, { marker }) {
		const { comments } = await ask(api, findComment, { id: marker }, commentsSchema);
		return comments.nodes.length > 0;
	},
	async createComment(api, { message, marker }, key) {
		const input = { id: marker, issueId: key, body: renderMarkdown(message) };
		await ask(api, createComment, { input }, commentCreateSchema, key);
	},
};

const findIssue = `query FindIssue($id: ID!) {
	issues(filter: { id: { eq: $id } }, first: 1, includeArchived: true) { nodes { identifier url } }
}`;
const findTeam = `query FindTeam($key: String!) {
	teams(filter: { key: { eq: $key } }, first: 1) { nodes { id } }
}`;
const createIssue = `mutation CreateIssue($input: IssueCreateInput!) {
	issueCreate(input: $input) { success issue { identifier url } }
}`;
const findComment = `query FindComment($id: ID!) {
	comments(filter: { id: { eq: $id } }, first: 1, includeArchived: true) { nodes { id } }
}`;
const createComment = `mutation CreateComment($input: CommentCreateInput!) {
	commentCreate(input: $input) { success }
}`;

const issueSchema = z.object({
	identifier: z.string().regex(/^[A-Z0-9]+-\d+$/),
	url: z.url({ protocol: /^https$/, hostname: /^linear\.app$/ }).max(2_000),
});
const issuesSchema = z.object({ issues: z.object({ nodes: z.array(issueSchema) }) });
const teamsSchema = z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });
const issueCreateSchema = z.object({ issueCreate: z.object({ issue: issueSchema.nullable() }) });
const commentsSchema = z.object({
	comments: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const commentCreateSchema = z.object({ commentCreate: z.object({ success: z.literal(true) }) });

function toLink({ identifier, url }: z.output<typeof issueSchema>) {
	return { key: identifier, url };
}

/** @param key the issue for a comment */
async function ask<Data extends z.ZodType>(
	api: TrackerApi,
	query: string,
	variables: Record<string, unknown>,
	data: Data,
	key?: string,
): Promise<z.output<Data>> {
	const answer = await api.send({ method: 'POST', path: '/graphql', body: { query, variables } });
	const parsed = z.object({ data }).safeParse(answer.body);
	if (answer.status === 200 && parsed.success)
		return (parsed.data as { data: z.output<Data> }).data;
	throw explainLinear(answer, key);
}
