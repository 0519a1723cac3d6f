import { Buffer } from 'node:buffer';

import type { JiraTracker } from '@feedback/contract';
import { z } from 'zod';

import type { Attempt } from '../../attempt.ts';
import type { ClaimedDelivery } from '../../claimed-delivery.ts';
import type { Service } from '../../service.ts';
import { deliverIssue } from '../deliver-issue.ts';
import { TrackerRefusal, type Tracker } from '../tracker.ts';
import { explainJira } from './explain-jira.ts';
import { renderAdf } from './render-adf.ts';

/** Creates an issue or a comment in a project of Jira Cloud. */
export function deliverJira(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	return deliverIssue(service, delivery, jira);
}

const api = '/rest/api/3';

// https://developer.atlassian.com/cloud/jira/platform/rest/v3/
const jira: Tracker<JiraTracker> = {
	// The search does not find a new issue at once.
	settleSeconds: 60,
	headers: (token, { user }) => ({
		accept: 'application/json',
		authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
	}),
	async findIssue(tracker, { target, marker }) {
		const { project, site } = target;
		const jql = `project = "${project}" AND labels = "${writeLabel(marker)}"`;
		const answer = await tracker.send({
			method: 'POST',
			path: `${api}/search/jql`,
			body: { jql, fields: ['labels'], maxResults: 1 },
		});
		if (answer.status !== 200) throw explainJira(answer);
		const [found] = read(searchSchema, answer.body).issues;
		return found && toLink(site, found.key);
	},
	async createIssue(tracker, { target, title, message, marker }) {
		const { project, issue_type, labels = [], site } = target;
		const fields = {
			project: { key: project },
			issuetype: { name: issue_type },
			summary: title,
			description: renderAdf(message),
			labels: [...labels, writeLabel(marker)],
		};
		const answer = await tracker.send({ method: 'POST', path: `${api}/issue`, body: { fields } });
		if (answer.status !== 201) throw explainJira(answer);
		return toLink(site, read(createdSchema, answer.body).key);
	},
	async hasComment(tracker, { marker }, key) {
		const query = 'orderBy=-created&maxResults=100&expand=properties';
		const answer = await tracker.send({
			method: 'GET',
			path: `${api}/issue/${key}/comment?${query}`,
		});
		if (answer.status !== 200) throw explainJira(answer, key);
		const { comments } = read(commentsSchema, answer.body);
		return comments.some(({ properties = [] }) =>
			properties.some((property) => property.key === propertyKey && property.value === marker),
		);
	},
	async createComment(tracker, { message, marker }, key) {
		const answer = await tracker.send({
			method: 'POST',
			path: `${api}/issue/${key}/comment`,
			body: { body: renderAdf(message), properties: [{ key: propertyKey, value: marker }] },
		});
		if (answer.status !== 201) throw explainJira(answer, key);
	},
};

/** Not shown to people, unlike a label; but only labels can be searched without an app of Atlassian. */
const propertyKey = 'feedback.delivery';

const issueKey = z.string().regex(/^[A-Z][A-Z0-9_]+-\d+$/);
const createdSchema = z.object({ key: issueKey });
const searchSchema = z.object({ issues: z.array(createdSchema) });
const commentsSchema = z.object({
	comments: z.array(
		z.object({ properties: z.array(z.object({ key: z.string(), value: z.unknown() })).optional() }),
	),
});

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const parsed = schema.safeParse(body);
	if (!parsed.success) throw new TrackerRefusal('Jira answered in an unknown form.');
	return parsed.data;
}

function toLink(site: string, key: string) {
	return { key, url: new URL(`/browse/${key}`, site).href };
}

function writeLabel(marker: string): string {
	return `feedback-${marker}`;
}
