import type { RouteName } from '@feedback/contract';

import type { Answer } from './answer.ts';
import type { World } from './world.ts';

/** Sends requests to a service, and returns the responses. */
export type Case = {
	title: string;
	/** Routes that it compares. */
	routes: RouteName[];
	/** Endpoints of the OAuth server that it compares. */
	endpoints?: string[];
	/** Whether the person has already approved all actions. */
	approved: boolean;
	run(world: World): Promise<Answer[]>;
};
