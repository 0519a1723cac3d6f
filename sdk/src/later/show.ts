import type { DecisionResponse } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { ShowOptions } from '../show-options.ts';
import { mintId } from '../uuid.ts';
import { version } from '../version.ts';
import type { CarryOut } from './carry-out.ts';
import type { Queue } from './drain-queue.ts';
import type { Core } from './interface.ts';
import { serverTime } from './server-time.ts';

export function createShow(core: Core, { applyReply }: CarryOut, { enqueue }: Queue) {
	return async (surveyId: string, options?: ShowOptions): Promise<boolean> => {
		const owner = core.readVisitor();
		const id = mintId(serverTime(core));
		const request = { id, survey_id: surveyId };
		const reply = await core.call<DecisionResponse>('show', owner, request, true);
		// If only the response was lost, sending the request again releases the reservation.
		if (reply.retry) {
			const site = core.settings().siteId;
			const body = { site, ...owner, sdk: version, ...request, decide: false } as const;
			enqueue(id, { route: 'show', body });
		}
		const { prefill }: ShowOptions = toRecord(options ?? {});
		return applyReply(reply, { owner, surveyId, prefill });
	};
}
