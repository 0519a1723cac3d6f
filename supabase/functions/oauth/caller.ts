import { findAddress, hashCallerAddress } from '../_shared/http/address.ts';
import type { Service } from './service.ts';

/** The service, time and origin of one request. */
export type Caller = {
	service: Service;
	at: Date;
	/** Keyed hash of the network address; all callers with an unknown address share one. */
	address: Uint8Array;
	/** Country, if the platform provides it. */
	region: string | null;
};

/** Identifies the caller as far as possible. */
export function findCaller(service: Service, headers: Headers, now: number): Caller {
	const address = findAddress(headers, undefined, service.trustedProxies);
	const region = service.regionHeader ? headers.get(service.regionHeader) : null;
	return {
		service,
		at: new Date(now),
		address: hashCallerAddress(service.keyring, address ?? 'unknown'),
		region: region && /^[A-Z]{2}$/.test(region) ? region : null,
	};
}
