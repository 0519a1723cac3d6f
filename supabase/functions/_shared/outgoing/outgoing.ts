import type { Network, OutgoingRequest, OutgoingResponse } from './network.ts';
import { OutgoingError, type OutgoingFailure } from './outgoing-error.ts';
import type { PrivateNetworks } from './private-networks.ts';
import { isPublicAddress } from './public-address.ts';

/** Sends all requests from the functions to URLs that users provide; only the public internet is reachable. */
export type Outgoing = {
	/** Sends a request and follows no redirect. Rejects with an `OutgoingError`. */
	send(request: OutgoingRequest): Promise<OutgoingResponse>;
	/** Resolves if a request to this URL would be sent now. Rejects with an `OutgoingError`. */
	check(url: URL, timeoutMs: number): Promise<void>;
};

export type OutgoingOptions = {
	/** Private networks that may be called, by plain HTTP too; none by default. */
	privateNetworks?: PrivateNetworks | undefined;
	/** Whether nothing else may be called. */
	isOff?: boolean;
};

const none: PrivateNetworks = { includes: () => false };

/** After one of these failures, the host's next address is tried. */
const triesNext: readonly OutgoingFailure[] = ['unreachable', 'not_permitted'];

/** Addresses of one host that are tried in turn when one cannot be reached. */
const maxAddresses = 3;

/**
 * Guards a network. Every address of a host must be allowed. Requests are sent to a checked address, so later changes
 * of the name's addresses have no effect.
 */
export function createOutgoing(network: Network, options: OutgoingOptions = {}): Outgoing {
	const { privateNetworks = none, isOff = false } = options;

	const findAddresses = async (url: URL, timeoutMs: number) => {
		if (url.username !== '' || url.password !== '') throw new OutgoingError('credentials_in_url');
		if (url.protocol !== 'https:' && url.protocol !== 'http:') {
			throw new OutgoingError('insecure_url');
		}
		const resolving = network.resolve(url.hostname).catch((error: unknown) => {
			// When it is off, the process may not ask the name servers either.
			const { code = '' } = error as NodeJS.ErrnoException;
			const isRefused = isOff && !['ENOTFOUND', 'ENODATA'].includes(code);
			throw new OutgoingError(isRefused ? 'switched_off' : 'unknown_host', { cause: error });
		});
		const addresses = await within(timeoutMs, resolving);
		if (addresses.length === 0) throw new OutgoingError('unknown_host');
		const areAllowed = addresses.every(
			(address) => isPublicAddress(address) || privateNetworks.includes(address),
		);
		if (!areAllowed) throw new OutgoingError('private_address');
		const arePrivate = addresses.every((address) => privateNetworks.includes(address));
		if (isOff && !arePrivate) throw new OutgoingError('switched_off');
		if (url.protocol === 'http:' && !arePrivate) throw new OutgoingError('insecure_url');
		return addresses;
	};

	return {
		async send(request) {
			const until = performance.now() + request.timeoutMs;
			const addresses = await findAddresses(request.url, request.timeoutMs);
			let last: unknown;
			for (const address of addresses.slice(0, maxAddresses)) {
				const timeoutMs = until - performance.now();
				if (timeoutMs < 1) throw new OutgoingError('timeout');
				try {
					return await network.send(address, { ...request, timeoutMs });
				} catch (error) {
					if (!(error instanceof OutgoingError) || !triesNext.includes(error.failure)) throw error;
					// An address that refuses says more than one that is not permitted.
					if (last === undefined || error.failure === 'unreachable') last = error;
				}
			}
			throw last;
		},
		async check(url, timeoutMs) {
			const addresses = await findAddresses(url, timeoutMs);
			const permitted = addresses.map(
				(address) => network.isPermitted?.(address, url) ?? Promise.resolve(true),
			);
			if (!(await Promise.all(permitted)).includes(true)) throw new OutgoingError('not_permitted');
		},
	};
}

async function within<Result>(timeoutMs: number, promise: Promise<Result>): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new OutgoingError('timeout')), timeoutMs);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}
