import type { PayloadData, PromptInput } from '@feedback/contract';

import type { Database } from '../../../../database/database.ts';
import { asWorker } from '../as-worker.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';

/** Number of times a value was given in a digest's period, and in the period before. */
export type ScoreCount = { question: string; value: number; new: number; before: number };

export type DigestPrompt = {
	id: string;
	/** The published one, with its content. */
	revision: number;
	content: PromptInput;
	/** Responses in the period, and in the period before. */
	responses: number;
	before: number;
	scores: ScoreCount[];
	/** The newest texts of visitors. */
	words: { response: string; question: string; text: string }[];
};

export type Digest = {
	site: ClaimedDelivery['site'];
	since: Date;
	until: Date;
	every: 'day' | 'week';
	timeZone: string;
	/** Whether partial responses count, and the condition that all meet. */
	partial: boolean;
	condition: object | null;
	prompts: DigestPrompt[];
	/** Requests that wait for a person. */
	approvals: (Pick<PayloadData<'approval.requested'>, 'id' | 'action' | 'revision'> & {
		connection: string;
		/** Survey ID of the prompt to publish, pause, resume or archive. */
		prompt: string | null;
	})[];
};

/** Reads the content of a digest. */
export async function readDigest(
	sql: Database,
	{ site, destination, data }: ClaimedDelivery,
): Promise<Digest> {
	const since = new Date(String(data['since']));
	const until = new Date(String(data['until']));
	const [row] = await asWorker(
		sql,
		(tx) => tx<{ digest: Pick<Digest, 'prompts' | 'approvals' | 'partial' | 'condition'> }[]>`
			select app.read_digest(${site.id}, ${destination.id}, ${since}, ${until}) as digest`,
	);
	const { schedule } = destination;
	return {
		...row!.digest,
		site,
		since,
		until,
		every: schedule?.every === 'week' ? 'week' : 'day',
		timeZone: schedule && 'time_zone' in schedule ? schedule.time_zone : site.time_zone,
	};
}
