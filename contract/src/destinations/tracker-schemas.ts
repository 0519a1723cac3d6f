import { z } from 'zod';

import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { findUrlProblem } from './url-schemas.ts';
import type { GithubTracker, JiraTracker, LinearTracker } from './destination-kind.ts';

/** Becomes part of a header, which must not contain spaces or line breaks. */
export const tokenSchema = z
	.string()
	.min(1)
	.max(limits.destination.token)
	.regex(/^[\x21-\x7e]*$/, { error: 'must be a token, without spaces' });

/** A repository, and the labels of each new issue. */
export const githubTrackerSchema = z
	.strictObject({
		repository: z
			.string()
			.regex(/^[A-Za-z0-9][\w-]{0,98}\/(?!\.{1,2}$)[\w.-]{1,100}$/, {
				error: 'must be the owner and the name, such as "acme/app"',
			}),
		labels: z.array(nameText(50)).max(limits.destination.labels).optional(),
	})
	.meta({ id: 'GithubTracker' }) satisfies z.ZodType<GithubTracker, unknown>;

/** A team, by its key. */
export const linearTrackerSchema = z
	.strictObject({
		team: z
			.string()
			.regex(/^[A-Z][A-Z0-9]{0,9}$/, { error: 'must be the key of a team, such as "ENG"' }),
	})
	.meta({ id: 'LinearTracker' }) satisfies z.ZodType<LinearTracker, unknown>;

/** A project of Jira Cloud, and the account that creates the issues. */
export const jiraTrackerSchema = z
	.strictObject({
		site: z
			.string()
			.max(limits.destination.url)
			.refine((text) => !findUrlProblem(text) && /^https:\/\/[^/?]+\/?$/.test(text), {
				error: 'must be the address of a Jira, such as "https://acme.atlassian.net"',
			}),
		project: z
			.string()
			.regex(/^[A-Z][A-Z0-9_]{1,9}$/, { error: 'must be the key of a project, such as "ENG"' }),
		issue_type: nameText(60),
		/** E-mail address of the account to which the token belongs. */
		user: z.email({ error: 'must be an e-mail address' }).max(limits.destination.address),
		labels: z
			.array(nameText(50).regex(/^\S+$/, { error: 'must not contain spaces' }))
			.max(limits.destination.labels)
			.optional(),
	})
	.meta({ id: 'JiraTracker' }) satisfies z.ZodType<JiraTracker, unknown>;
