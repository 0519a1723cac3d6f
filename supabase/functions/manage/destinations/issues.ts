import { limits, type RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

type Issue = RouteOutput<'listIssues'>['items'][number];

export const listIssues: Operation<'listIssues'> = {
	access: 'read only',
	async run({ tx }, { site, response = null, like = null }) {
		const rows = await tx<{ issue: Issue }[]>`
			select issue from app.list_issues(${site}, ${response}, ${like}, ${limits.delivery.listedIssues}) issue`;
		return { items: rows.map(({ issue }) => issue) };
	},
};
