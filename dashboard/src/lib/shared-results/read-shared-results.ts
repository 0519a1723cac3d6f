import type { SharedResults } from '@feedback/contract';

import type { Config } from '#lib/config/config.ts';
import { readUntilCounted } from '#lib/live/read-until-counted.ts';
import { takePrefetched } from '#lib/session/prefetch.ts';

export type SharedAnswer =
	| { results: SharedResults; problem?: undefined }
	/** What went wrong, and what to do. */
	| { results?: undefined; problem: string; todo: string };

type Answered = SharedResults & { error?: { message: string; hint?: string } };

/**
 * Reads the results that a link shows. It needs only the link's header: nobody is signed in. The response contains no
 * figures until all answers are counted, which may take several requests; `onCounted` receives the share so far, from 0
 * to 1.
 */
export async function readSharedResults(
	config: Config,
	bearer: string,
	onCounted: (counted: number) => void,
): Promise<SharedAnswer> {
	let answer: SharedAnswer | undefined;
	const read = async () => {
		answer = await readOnce(config, bearer);
		return { counted: answer.results?.counted ?? 1 };
	};
	await readUntilCounted(read, ({ counted }) => onCounted(counted), {
		signal: new AbortController().signal,
	});
	return answer!;
}

async function readOnce({ apiUrl }: Config, bearer: string): Promise<SharedAnswer> {
	try {
		const address = `${apiUrl}/manage/shared-results`;
		const response = await (takePrefetched(address, bearer) ??
			fetch(address, { headers: { authorization: bearer } }));
		const { error, ...results } = (await response.json()) as Answered;
		if (response.ok) return { results };
		if (!error?.hint) throw new Error(error?.message);
		return { problem: error.message, todo: error.hint };
	} catch {
		return {
			problem: 'The results cannot be read now.',
			todo: 'Check your connection, then reload the page.',
		};
	}
}
