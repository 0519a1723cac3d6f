import { limits, ServiceError } from '@feedback/contract';

import { createBuckets } from './bucket.ts';
import { RetryLater } from './reply.ts';

/** The part of a request that limits depend on. */
type Asked = Pick<Request, 'headers' | 'signal'>;

/** Limits what the requests of callers without a sign-in may cost, by network address. */
export type OpenRequests = {
	/**
	 * Begins a request. Throws a `RetryLater` when its address has too many under way, or has used up its bytes or its
	 * time.
	 *
	 * @param most bytes of the body if its length is not declared
	 * @returns a function to call when the work for the request has ended
	 */
	begin(address: string, { headers }: Pick<Asked, 'headers'>, most?: number): () => void;
	/** Does the work of a request. Its signal is aborted at the deadline, and when the caller disconnects. */
	run<Result>(
		address: string,
		request: Asked,
		work: (signal: AbortSignal) => Result | Promise<Result>,
	): Promise<Result>;
};

/** @param now milliseconds since 1970 */
export function createOpenRequests(
	now: () => number,
	most: OpenLimits = limits.open,
): OpenRequests {
	const underWay = new Map<string, number>();
	const bytes = createBuckets(most.bytes);
	const time = createBuckets(most.time);

	const begin: OpenRequests['begin'] = (address, { headers }, longest = 0) => {
		const count = underWay.get(address) ?? 0;
		if (count >= most.atOnce) {
			throw new RetryLater(1, { message: `${without} at most ${most.atOnce} requests at once.` });
		}
		const undeclared = headers.has('transfer-encoding') ? longest : 0;
		const size = Math.max(
			most.leastBytes,
			Number(headers.get('content-length') ?? undeclared) || 0,
		);
		const seconds =
			time.wait(address, now()) || bytes.take(address, now(), Math.min(size, most.bytes.burst));
		if (seconds > 0) {
			const message = `${without} ${most.bytes.perSecond} bytes and ${most.time.perSecond} milliseconds of work a second.`;
			throw new RetryLater(seconds, { message });
		}
		underWay.set(address, count + 1);
		const started = performance.now();
		let hasEnded = false;
		return () => {
			if (hasEnded) return;
			hasEnded = true;
			const left = underWay.get(address)! - 1;
			if (left > 0) underWay.set(address, left);
			else underWay.delete(address);
			time.spend(address, now(), Math.min(performance.now() - started, most.time.perSecond));
		};
	};

	return {
		begin,
		async run(address, request, work) {
			const end = begin(address, request, limits.management.bytes);
			const late = AbortSignal.timeout(most.deadline);
			const signal = AbortSignal.any([request.signal, late]);
			// Work that goes on after its deadline still counts as under way.
			const working = Promise.resolve(signal).then(work).finally(end);
			return Promise.race([working, rejectWhenAborted(late, most.deadline)]);
		},
	};
}

export type OpenLimits = {
	readonly atOnce: number;
	readonly bytes: { readonly perSecond: number; readonly burst: number };
	readonly leastBytes: number;
	readonly time: { readonly perSecond: number; readonly burst: number };
	readonly deadline: number;
};

const without = 'Without a sign-in, one network address has';

function rejectWhenAborted(signal: AbortSignal, deadline: number): Promise<never> {
	return new Promise((_, reject) => {
		signal.addEventListener('abort', () => {
			reject(
				new ServiceError('unavailable', {
					message: `The work took longer than ${deadline} milliseconds, and was stopped.`,
				}),
			);
		});
	});
}
