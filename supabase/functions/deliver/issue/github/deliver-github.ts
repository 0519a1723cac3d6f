import type { GithubTracker } from '@feedback/contract';
import { z } from 'zod';

import type { Attempt } from '../../attempt.ts';
import type { ClaimedDelivery } from '../../claimed-delivery.ts';
import type { Service } from '../../service.ts';
import { deliverIssue } from '../deliver-issue.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { TrackerApi } from '../tracker-api.ts';
import { TrackerRefusal, type IssueDraft, type IssueLink, type Tracker } from '../tracker.ts';
import { explainGithub } from './explain-github.ts';

/** Creates an issue or a comment in a repository of GitHub. */
export function deliverGithub(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	return deliverIssue(service, delivery, github);
}

type Draft = IssueDraft<GithubTracker>;

// https://docs.github.com/en/rest/issues
const github: Tracker<GithubTracker> = {
	settleSeconds: 10,
	headers: (token) => ({
		accept: 'application/vnd.github+json',
		authorization: `Bearer ${token}`,
		'x-github-api-version': '2022-11-28',
	}),
	async findIssue(api, { target, marker, since }) {
		const path = `/repos/${target.repository}/issues?state=all&sort=created&direction=desc`;
		const found = await findMarked(api, path, marker, since, target.repository);
		return found && toLink(target.repository, found);
	},
	async createIssue(api, { target, title, message, marker }) {
		const { repository, labels = [] } = target;
		const answer = await api.send({
			method: 'POST',
			path: `/repos/${repository}/issues`,
			body: { title, body: writeBody(message, marker), labels },
		});
		if (answer.status !== 201) throw explainGithub(answer, repository);
		const created = issueSchema.safeParse(answer.body);
		// The next attempt finds it.
		if (!created.success) throw new TrackerRefusal('GitHub answered in an unknown form.');
		return toLink(repository, created.data);
	},
	async hasComment(api, { marker, since }, key) {
		const { repository, path } = readKey(key);
		// Comments are listed from the oldest to the newest.
		const changed = encodeURIComponent(allowForClocks(since).toISOString());
		const url = `${path}/comments?since=${changed}`;
		return (await findMarked(api, url, marker, undefined, repository, key)) !== undefined;
	},
	async createComment(api, { message, marker }, key) {
		const { repository, path } = readKey(key);
		const body = { body: writeBody(message, marker) };
		const answer = await api.send({ method: 'POST', path: `${path}/comments`, body });
		if (answer.status !== 201) throw explainGithub(answer, repository, key);
	},
};

const issueSchema = z.object({
	number: z.number().int().positive(),
	html_url: z.url({ protocol: /^https$/, hostname: /^github\.com$/ }).max(2_000),
});
const listSchema = z.array(
	z.object({
		number: z.number().int().optional(),
		html_url: z.string(),
		body: z.string().nullish(),
		created_at: z.iso.datetime(),
	}),
);

const perPage = 50;
const maxPages = 10;

/** Finds what contains a marker among what was created since then. */
async function findMarked(
	api: TrackerApi,
	path: string,
	marker: string,
	since: Date | undefined,
	repository: string,
	key?: string,
): Promise<z.output<typeof listSchema>[number] | undefined> {
	const oldest = since && +allowForClocks(since);
	for (let page = 1; page <= maxPages; page++) {
		const answer = await api.send({
			method: 'GET',
			path: `${path}&per_page=${perPage}&page=${page}`,
		});
		if (answer.status !== 200) throw explainGithub(answer, repository, key);
		const listed = listSchema.safeParse(answer.body);
		if (!listed.success) throw new TrackerRefusal('GitHub answered in an unknown form.');
		const found = listed.data.find(({ body }) => body?.includes(writeMarker(marker)));
		const last = listed.data.at(-1);
		const isRead = !last || (oldest !== undefined && Date.parse(last.created_at) < oldest);
		if (found || isRead || listed.data.length < perPage) return found;
	}
	// Rather none than two: an earlier attempt may have created it.
	throw new TrackerRefusal(
		`Too much was created in ${repository} since then to see whether an earlier attempt succeeded.`,
		{ stops: true },
	);
}

/** Clocks of two servers differ. */
function allowForClocks(at: Date): Date {
	return new Date(+at - 600_000);
}

function toLink(
	repository: string,
	{ number, html_url }: { number?: number | undefined; html_url: string },
): IssueLink {
	return { key: `${repository}#${number}`, url: html_url };
}

function readKey(key: string): { repository: string; path: string } {
	const [repository = '', number = ''] = key.split('#');
	return { repository, path: `/repos/${repository}/issues/${number}` };
}

function writeBody(message: Draft['message'], marker: string): string {
	return `${renderMarkdown(message)}\n\n${writeMarker(marker)}`;
}

/** Invisible on GitHub. */
function writeMarker(marker: string): string {
	return `<!-- feedback ${marker} -->`;
}
