import type { RouteName } from '@feedback/contract';

import type { Answer } from './answer.ts';
import type { World } from './world.ts';

/** Requests to a service, which returns their replies. */
export type Case = {
	title: string;
	/** Routes that it compares. */
	routes: RouteName[];
	/** Endpoints of the OAuth server that it compares. */
	endpoints?: string[];
	/** Whether the person has approved all actions before. */
	approved: boolean;
	run(world: World): Promise<Answer[]>;
};
