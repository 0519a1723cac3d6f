import { z } from 'zod';

import { openTracker, type Reply, type TestTracker, type TrackerCall } from './tracker.ts';

export const githubToken = 'github_pat_11AAAAAAA0exampleexample';

type Issue = { number: number; title: string; body: string; labels: string[]; created_at: string };
type Comment = { id: number; issue: number; body: string; created_at: string };

export type TestGithub = TestTracker & { issues: Issue[]; comments: Comment[] };

// https://docs.github.com/en/rest/issues/issues#create-an-issue
const newIssue = z.object({
	title: z.string().min(1).max(256),
	body: z.string().max(65_536).optional(),
	labels: z.array(z.string().max(50)).optional(),
});
const newComment = z.object({ body: z.string().min(1).max(65_536) });

/** The REST API of GitHub with one repository, for one token. */
export async function openGithub(repository = 'acme/app'): Promise<TestGithub> {
	const issues: Issue[] = [];
	const comments: Comment[] = [];

	const answer = (call: TrackerCall): Reply => {
		const refusal = checkHeaders(call);
		if (refusal) return refusal;
		const { pathname, searchParams } = call.url;
		const [, owner, name, number, list] =
			/^\/repos\/([^/]+)\/([^/]+)\/issues(?:\/(\d+)\/(comments))?$/.exec(pathname) ?? [];
		if (`${owner}/${name}` !== repository) return notFound;
		if (number !== undefined && !issues.some((issue) => issue.number === Number(number))) {
			return notFound;
		}
		if (call.method === 'GET') {
			const shown = list
				? comments.filter(({ issue }) => issue === Number(number))
				: issues.toReversed();
			const size = Number(searchParams.get('per_page') ?? 30);
			const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
			return { status: 200, body: shown.slice(from, from + size).map(describe) };
		}
		if (call.body === undefined) return { status: 400, body: { message: 'Problems parsing JSON' } };
		const parsed = (list ? newComment : newIssue).safeParse(call.body);
		if (!parsed.success) return invalid(list ? 'IssueComment' : 'Issue', parsed.error);
		const created_at = new Date().toISOString();
		const given = parsed.data as Partial<Issue>;
		const body = given.body ?? '';
		let created: Issue | Comment;
		if (list) {
			created = { id: comments.length + 1, issue: Number(number), body, created_at };
			comments.push(created);
		} else {
			const { title = '', labels = [] } = given;
			created = { number: issues.length + 1, title, body, labels, created_at };
			issues.push(created);
		}
		return { status: 201, body: describe(created) };
	};

	function describe(one: Issue | Comment) {
		const base = `https://github.com/${repository}/issues`;
		return 'title' in one
			? { ...one, state: 'open', html_url: `${base}/${one.number}` }
			: { ...one, html_url: `${base}/${one.issue}#issuecomment-${one.id}` };
	}

	return Object.assign(await openTracker('api.github.com', answer), { issues, comments });
}

const notFound: Reply = {
	status: 404,
	body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
};

function checkHeaders({ headers, method }: TrackerCall): Reply | undefined {
	if (!headers['user-agent']) {
		return { status: 403, body: { message: 'Request forbidden by administrative rules.' } };
	}
	if (headers.authorization !== `Bearer ${githubToken}`) {
		return { status: 401, body: { message: 'Bad credentials', status: '401' } };
	}
	if (headers['x-github-api-version'] !== '2022-11-28') {
		return { status: 400, body: { message: 'Unsupported API version' } };
	}
	if (headers.accept !== 'application/vnd.github+json') {
		return { status: 415, body: { message: "Must accept 'application/json'" } };
	}
	if (method === 'POST' && headers['content-type'] !== 'application/json') {
		return { status: 400, body: { message: 'Problems parsing JSON' } };
	}
	return undefined;
}

function invalid(resource: string, { issues }: z.ZodError): Reply {
	const errors = issues.map(({ path, code }) => ({
		resource,
		field: path.join('.'),
		code: code === 'invalid_type' ? 'missing_field' : 'invalid',
	}));
	return { status: 422, body: { message: 'Validation Failed', errors, status: '422' } };
}
