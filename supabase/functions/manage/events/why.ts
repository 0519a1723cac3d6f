import { describeDecisions, ServiceError, type ExplainedPrompt } from '@feedback/contract';

import { findEvent } from './events.ts';
import type { Operation } from '../operation/operation.ts';

type Explained = { candidates: ExplainedPrompt[] };

export const why: Operation<'why'> = {
	access: 'read only',
	async run({ tx }, { site, event: id }) {
		const event = await findEvent(tx, site, id);
		const [row] = await tx<
			{ why: Explained | null }[]
		>`select app.why_event(${site}, ${id}) as why`;
		if (!row?.why) {
			throw new ServiceError('not_found', {
				message: 'The visitor of this event is not known any more.',
				field: 'event',
			});
		}
		return { event, prompts: describeDecisions(row.why.candidates) };
	},
};
