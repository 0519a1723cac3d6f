import { actions, routes } from '@feedback/contract';
import { z } from 'zod';

import { renderChanges, waitForApproval } from '../../approval.ts';
import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { uuidSchema } from '../../uuid.ts';

export const grantWait = defineCommand({
	name: 'grant wait',
	summary: 'Wait until a person has decided.',
	need: 'connection',
	options: z.object({
		request: option(uuidSchema, 'The request; "grant list --pending" shows them.', 'request_uuid'),
		timeout: option(
			z.coerce.number().int().min(0).max(86_400).default(600),
			'Seconds to wait at most.',
			'seconds',
		),
	}),
	positionals: ['request'],
	output: routes.getGrantRequest.output,
	examples: [{ text: 'Wait up to five minutes', line: 'grant wait <request_uuid> --timeout 300' }],
	async run({ request, timeout }, { client, progress }) {
		const approved = await waitForApproval(client, request, timeout, progress);
		const found = await client.getGrantRequest({ request });
		if (approved) return found;
		const { id, url, expires_at, action } = found;
		throw new Failure(
			'approval_required',
			`Nobody has decided yet whether this may ${actions[action]}.`,
			{
				hint: 'Ask a person to open the address, then wait again.',
				next: [['feedback', 'grant', 'wait', id]],
				approval: { id, url, expires_at },
			},
		);
	},
	render: (request) => {
		const { revision, approved_revision: approved } = request;
		if (approved === null || approved === revision) return 'A person has approved it.';
		return [
			`A person has approved revision ${approved} in place of ${revision}.`,
			renderChanges(request),
			`Publish revision ${approved}.`,
		]
			.filter((line) => line !== undefined)
			.join(' ');
	},
});
