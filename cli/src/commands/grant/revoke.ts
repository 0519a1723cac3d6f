import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { uuidSchema } from '../../uuid.ts';

export const grantRevoke = defineCommand({
	name: 'grant revoke',
	summary: 'Revoke an approval.',
	need: 'connection',
	options: z.object({
		grant: option(uuidSchema, 'The approval; "grant list" shows them.', 'grant_uuid'),
	}),
	positionals: ['grant'],
	output: routes.revokeGrant.output,
	examples: [{ text: 'After a script has finished', line: 'grant revoke <grant_uuid>' }],
	run: ({ grant }, { client }) => client.revokeGrant({ grant }),
	render: () => 'Revoked.',
});
