import { bytesOfEvent, idleMemory, serverCost } from '../figures/measured.ts';
import type { Costs } from './plan-capacity.ts';

/** The costs of an event, as `npm run prove server row` measured them. */
export const measuredCosts: Costs = {
	plain: { servers: serverCost.plain.servers, postgres: serverCost.plain.postgres },
	triggering: { servers: serverCost.matching.servers, postgres: serverCost.matching.postgres },
	bytesPerEvent: bytesOfEvent,
	idleMib: idleMemory,
};
