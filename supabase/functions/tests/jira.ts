import { z } from 'zod';

import { openTracker, type Reply, type TestTracker, type TrackerCall } from './tracker.ts';

export const jiraToken = 'ATATT3xFfGF0example';
export const jiraUser = 'bot@acme.example';
export const jiraSite = 'https://acme.atlassian.net';

type Issue = { key: string; summary: string; description: Node; labels: string[] };
type Property = { key: string; value: unknown };
type Comment = { id: string; issue: string; body: Node; properties: Property[] };

export type TestJira = TestTracker & {
	issues: Issue[];
	comments: Comment[];
	/** Whether the search finds new issues, which takes a while. */
	index: { isCurrent: boolean };
};

// https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
type Node = z.output<typeof documentNode>;
const mark = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('strong') }),
	z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.url() }) }),
]);
const textNode = z.strictObject({
	type: z.literal('text'),
	text: z.string().min(1),
	marks: z.array(mark).optional(),
});
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: z.array(textNode) });
const quote = z.strictObject({ type: z.literal('blockquote'), content: z.array(paragraph).min(1) });
const documentNode = z.strictObject({
	type: z.literal('doc'),
	version: z.literal(1),
	content: z.array(z.union([paragraph, quote])),
});

const label = z.string().max(255).regex(/^\S+$/);
const newIssue = z.strictObject({
	fields: z.strictObject({
		project: z.strictObject({ key: z.literal('ENG') }),
		issuetype: z.strictObject({ name: z.enum(['Task', 'Bug']) }),
		summary: z
			.string()
			.min(1)
			.max(255)
			.regex(/^[^\n\r]*$/),
		description: documentNode,
		labels: z.array(label),
	}),
});
const newComment = z.strictObject({
	body: documentNode,
	properties: z.array(z.strictObject({ key: z.string().max(255), value: z.unknown() })).optional(),
});
const search = z.strictObject({
	jql: z.string().regex(/^project = "ENG" AND labels = "[^"]+"$/),
	fields: z.array(z.string()).min(1),
	maxResults: z.number().int().max(5_000),
});

/** The REST API of Jira Cloud with one project, for one account. */
export async function openJira(): Promise<TestJira> {
	const issues: Issue[] = [];
	const comments: Comment[] = [];
	const index = { isCurrent: true };
	const credentials = `Basic ${btoa(`${jiraUser}:${jiraToken}`)}`;

	const answer = ({ method, url, headers, body }: TrackerCall): Reply => {
		if (headers.authorization !== credentials) {
			return { status: 401, body: fail('Client must be authenticated to access this resource.') };
		}
		if (method === 'POST' && headers['content-type'] !== 'application/json') return { status: 415 };
		const [, path = ''] = /^\/rest\/api\/3\/(.+)$/.exec(url.pathname) ?? [];
		const [, commented] = /^issue\/([A-Z]+-\d+)\/comment$/.exec(path) ?? [];
		if (commented !== undefined && !issues.some(({ key }) => key === commented)) {
			return { status: 404, body: fail('Issue does not exist or you do not have permission.') };
		}
		switch (`${method} ${commented === undefined ? path : 'comment'}`) {
			case 'POST search/jql': {
				const asked = search.safeParse(body);
				if (!asked.success) return invalid(asked.error);
				const [, wanted] = /labels = "([^"]+)"/.exec(asked.data.jql)!;
				const found = index.isCurrent
					? issues.filter(({ labels }) => labels.includes(wanted!))
					: [];
				const shown = found.map(({ key, labels }) => ({ id: '10001', key, fields: { labels } }));
				return { status: 200, body: { issues: shown, isLast: true } };
			}
			case 'POST issue': {
				const given = newIssue.safeParse(body);
				if (!given.success) return invalid(given.error);
				const { summary, description, labels } = given.data.fields;
				const key = `ENG-${issues.length + 1}`;
				issues.push({ key, summary, description, labels });
				return {
					status: 201,
					body: { id: '10001', key, self: `${jiraSite}/rest/api/3/issue/10001` },
				};
			}
			case 'POST comment': {
				const given = newComment.safeParse(body);
				if (!given.success) return invalid(given.error);
				const { properties = [] } = given.data;
				const id = String(comments.length + 1);
				comments.push({ id, issue: commented!, body: given.data.body, properties });
				return { status: 201, body: { id } };
			}
			case 'GET comment': {
				const isExpanded = url.searchParams.get('expand') === 'properties';
				const shown = comments
					.filter(({ issue }) => issue === commented)
					.map(({ id, body: written, properties }) => ({
						id,
						body: written,
						...(isExpanded && { properties }),
					}));
				return { status: 200, body: { comments: shown, total: shown.length } };
			}
			default:
				return { status: 404, body: fail('Not found') };
		}
	};

	const { host } = new URL(jiraSite);
	return Object.assign(await openTracker(host, answer), { issues, comments, index });
}

function fail(message: string) {
	return { errorMessages: [message], errors: {} };
}

function invalid({ issues }: z.ZodError): Reply {
	const errors = Object.fromEntries(
		issues.map(({ path }) => [String(path[1] ?? path[0]), 'Refused: Secret words']),
	);
	return { status: 400, body: { errorMessages: [], errors } };
}
