import {
	describeDecisions,
	ServiceError,
	type ExplainedPrompt,
	type RouteOutput,
} from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Operation } from '../operation/operation.ts';
import { resolveAudience } from '../audiences/resolve-audience.ts';

type Tested = {
	like: string | null;
	reason: RouteOutput<'testRules'>['reason'];
	candidates: ExplainedPrompt[];
};

export const testRules: Operation<'testRules'> = {
	access: 'read only',
	async run({ tx, service }, { site, visitor, account, event, content }) {
		const { name, properties, verified } = event;
		const draft =
			content === undefined
				? null
				: tx.json((await resolveAudience(tx, site, content)) as JsonValue);
		const [row] = await tx<{ tested: Tested | null }[]>`
			select app.test_rules(${site}, ${visitor ?? null}, ${account ?? null}, ${name},
				${tx.json(properties)}, ${verified}, ${draft}, ${new Date(service.clock())}) as tested`;
		if (!row?.tested) {
			const field = visitor === undefined ? 'account' : 'visitor';
			throw new ServiceError('not_found', { message: `The site knows no such ${field}.`, field });
		}
		const { like, reason, candidates } = row.tested;
		return { reason, like, prompts: describeDecisions(candidates) };
	},
};
