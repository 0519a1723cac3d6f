import type { Route, RouteName } from '@feedback/contract';

import type { Caller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/locator.ts';
import type { ReadDatabase } from '../../_shared/replica.ts';
import type { Service } from '../service.ts';
import type { Place } from './authorize.ts';
import type { Input } from './operation.ts';

/** A parsed and authenticated request of the management API. */
export type ManageRequest<Name extends RouteName = RouteName> = {
	service: Service;
	person: Caller;
	name: Name;
	route: Route;
	place: Place;
	/** The database of what it is about. */
	locator: Locator;
	/** Where it reads if a replica may answer. */
	reads: ReadDatabase;
	input: Input<Name>;
	/** The request's `Idempotency-Key`. */
	key: string | undefined;
	/** The header `Feedback-Presence`: what a passkey signed. */
	presence: string | undefined;
	/** Keyed hash of the caller's network address; null when it is unknown. */
	address: Uint8Array | null;
	/** Aborted when the caller disconnects. */
	signal: AbortSignal;
};
