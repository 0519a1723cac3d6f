import type { RouteName } from '@feedback/contract';

import type { Answer } from './answer.ts';
import type { World } from './world.ts';

/** What is done in a world, and what was answered. */
export type Case = {
	title: string;
	/** Routes that it holds to the real service. */
	routes: RouteName[];
	/** … and addresses of the OAuth server. */
	endpoints?: string[];
	/** Whether the person has approved everything before. */
	approved: boolean;
	run(world: World): Promise<Answer[]>;
};
