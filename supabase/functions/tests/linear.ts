import { z } from 'zod';

import { openTracker, type Reply, type TestTracker, type TrackerCall } from './tracker.ts';

export const linearKey = 'lin_api_exampleexampleexample';

type Issue = { id: string; teamId: string; title: string; description?: string | undefined };
type Comment = { id: string; issueId: string; body: string };

export type TestLinear = TestTracker & { issues: Issue[]; comments: Comment[] };

// https://github.com/linear/linear/blob/master/packages/sdk/src/schema.graphql
const uuidV4 = z.uuidv4();
const issueInput = z.strictObject({
	id: uuidV4.optional(),
	teamId: z.uuid(),
	title: z.string().min(1),
	description: z.string().optional(),
});
const commentInput = z.strictObject({
	id: uuidV4.optional(),
	issueId: z.string(),
	body: z.string().optional(),
});
const requestSchema = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()) });

const team = '5b0e5c6e-52ab-4c0b-8a4c-5e5a1f7c9d01';

/** The operations of Linear's API that the service uses, as its schema declares them, with one team, for one key. */
export async function openLinear(teamKey = 'ENG'): Promise<TestLinear> {
	const issues: Issue[] = [];
	const comments: Comment[] = [];
	const describe = (issue: Issue) => ({
		identifier: `${teamKey}-${issues.indexOf(issue) + 1}`,
		url: `https://linear.app/acme/issue/${teamKey}-${issues.indexOf(issue) + 1}/slug`,
	});

	type Operation = {
		signature: RegExp;
		field: RegExp;
		run(variables: Record<string, unknown>): unknown;
	};
	const operations: Operation[] = [
		{
			signature: /^query \w+\(\$id: ID!\)/,
			field: /\bissues\(filter: \{ id: \{ eq: \$id \} \}, first: 1, includeArchived: true\)/,
			run: ({ id }) => ({
				issues: { nodes: issues.filter((issue) => issue.id === id).map(describe) },
			}),
		},
		{
			signature: /^query \w+\(\$key: String!\)/,
			field: /\bteams\(filter: \{ key: \{ eq: \$key \} \}, first: 1\)/,
			run: ({ key }) => ({ teams: { nodes: key === teamKey ? [{ id: team }] : [] } }),
		},
		{
			signature: /^query \w+\(\$id: ID!\)/,
			field: /\bcomments\(filter: \{ id: \{ eq: \$id \} \}, first: 1, includeArchived: true\)/,
			run: ({ id }) => ({
				comments: { nodes: comments.filter((one) => one.id === id).map(({ id }) => ({ id })) },
			}),
		},
		{
			signature: /^mutation \w+\(\$input: IssueCreateInput!\)/,
			field: /\bissueCreate\(input: \$input\)/,
			run({ input }) {
				const given = issueInput.safeParse(input);
				if (!given.success || given.data.teamId !== team) return invalid;
				const issue = { ...given.data, id: given.data.id ?? crypto.randomUUID() };
				if (issues.some(({ id }) => id === issue.id)) return invalid;
				issues.push(issue);
				return { issueCreate: { success: true, issue: describe(issue) } };
			},
		},
		{
			signature: /^mutation \w+\(\$input: CommentCreateInput!\)/,
			field: /\bcommentCreate\(input: \$input\)/,
			run({ input }) {
				const given = commentInput.safeParse(input);
				if (!given.success || given.data.body === undefined) return invalid;
				const { id = crypto.randomUUID(), issueId, body } = given.data;
				const isThere = issues.some((issue) =>
					[issue.id, describe(issue).identifier].includes(issueId),
				);
				if (!isThere || comments.some((one) => one.id === id)) return invalid;
				comments.push({ id, issueId, body });
				return { commentCreate: { success: true } };
			},
		},
	];

	const answer = ({ method, url, headers, body }: TrackerCall): Reply => {
		if (method !== 'POST' || url.pathname !== '/graphql') return { status: 404 };
		if (headers['content-type'] !== 'application/json')
			return refuse(400, 'graphql error', 'BAD_REQUEST');
		if (headers.authorization !== linearKey) {
			return refuse(401, 'authentication error', 'AUTHENTICATION_ERROR');
		}
		const request = requestSchema.safeParse(body);
		if (!request.success) return refuse(400, 'graphql error', 'BAD_REQUEST');
		const { query, variables } = request.data;
		const operation = operations.find(
			({ signature, field }) => signature.test(query) && field.test(query),
		);
		if (!operation) return refuse(400, 'graphql error', 'GRAPHQL_VALIDATION_FAILED');
		const data = operation.run(variables);
		return data === invalid
			? refuse(200, 'invalid input', 'INPUT_ERROR')
			: { status: 200, body: { data } };
	};

	return Object.assign(await openTracker('api.linear.app', answer), { issues, comments });
}

const invalid = Symbol('invalid');

/** An answer with an error, as Linear writes it. */
export function refuse(status: number, type: string, code: string, headers = {}): Reply {
	const extensions = {
		type,
		code,
		userError: true,
		userPresentableMessage: 'Refused: Secret words',
	};
	return {
		status,
		headers,
		body: { data: null, errors: [{ message: 'Refused: Secret words', extensions }] },
	};
}
