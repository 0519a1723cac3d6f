import { events } from './events.ts';
import { grants } from './grants.ts';
import type { Handlers } from './handler-types.ts';
import { launchers } from './launcher.ts';
import { prompts } from './prompts.ts';
import { responses } from './responses.ts';
import { sites } from './sites.ts';

/** One function for each route that the command calls. */
export const handlers: Handlers = {
	...sites,
	...launchers,
	...prompts,
	...events,
	...responses,
	...grants,
};
