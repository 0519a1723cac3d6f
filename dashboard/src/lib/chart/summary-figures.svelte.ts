import type { Client } from '@feedback/client';
import type { RouteInput } from '@feedback/contract';
import { page } from '$app/state';

import { follow } from '#lib/live/follow.ts';
import { readUntilCounted } from '#lib/live/read-until-counted.ts';
import { linkDisplays, linkFigure } from '#lib/response/figure-query.ts';
import type { ResponseQuery } from '#lib/response/response-filter.ts';

import { setFigures } from './figures-context.ts';
import { questionKey } from './figures.ts';
import type { Summary } from './figures.ts';

export type Segment = RouteInput<'summarizeResponses'>;

/** The part of the responses that a query of their list selects, for the figures of a prompt. */
export function toSegment(
	{ since, until, trait, account, variant, revision, condition }: ResponseQuery,
	at: Pick<Segment, 'site' | 'prompt'>,
): Segment {
	const whose = {
		...(trait && { trait }),
		...(account && { account }),
		...(variant && { variant }),
		...(revision !== undefined && { revision }),
		...(condition && { condition }),
	};
	const when = { ...(since && { since }), ...(until && { until }) };
	return { ...whose, ...when, ...at };
}

type Place = {
	timeZone: string;
	/** URL of the list of responses. */
	responses: () => string;
};

/** The figures of a part of the responses to a prompt, kept up to date, with what each of them counts. */
export class SummaryFigures {
	summary = $state.raw<Summary>();
	error = $state.raw<unknown>();

	readonly #client: Client;
	readonly #segment: Segment;
	readonly #place: Place;
	#words = $state.raw<typeof import('./explain-figures.ts')>();
	#explained = $derived.by(
		() =>
			new Map(
				this.summary && this.#words
					? this.#words
							.explainSummary(this.summary, this.#segment, this.#place.timeZone)
							.map((one) => [one.figure, one])
					: [],
			),
	);
	// A component may still have the question of an earlier summary.
	#places = $derived.by(
		() => new Map(this.summary?.questions.map((question, at) => [questionKey(question), at])),
	);

	constructor(client: Client, segment: Segment, place: Place) {
		this.#client = client;
		this.#segment = segment;
		this.#place = place;
	}

	/** Lets the components inside explain their figures. */
	provide(): void {
		setFigures({
			describe: (filter, title) => this.#words?.describeFigure(filter, title) ?? '',
			find: (path) => this.#explained.get(path),
			findOf: (question, path) =>
				this.#explained.get(`questions.${this.#places.get(questionKey(question))}.${path}`),
			linkTo: ({ of, filter }) =>
				of === 'displays'
					? linkDisplays(page.url, filter)
					: linkFigure(this.#place.responses(), filter),
		});
	}

	/** @returns a function that stops polling */
	follow(): () => void {
		return follow({
			intervalMs: 10_000,
			poll: async (signal) => {
				const read = readUntilCounted(
					// A summary has the type of its question.
					async () => (await this.#client.summarizeResponses(this.#segment, { signal })) as Summary,
					(next) => {
						// Unchanged figures must not rerender anything.
						if (JSON.stringify(next) !== JSON.stringify(this.summary)) this.summary = next;
						this.error = undefined;
					},
					{ signal, last: this.summary },
				);
				await Promise.all([read, this.#loadWords()]);
			},
			onFailure: (failure) => (this.error = failure),
		});
	}

	async #loadWords(): Promise<void> {
		this.#words ??= await import('./explain-figures.ts');
	}
}
