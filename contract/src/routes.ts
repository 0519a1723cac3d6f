import type { z } from 'zod';

import { audienceRoutes } from './routes/audiences.ts';
import { askRoutes } from './routes/ask.ts';
import { templateRoutes } from './routes/templates.ts';
import { connectRoutes } from './routes/connect.ts';
import { deletionRoutes } from './routes/deletions.ts';
import { destinationRoutes } from './routes/destinations.ts';
import { eventRoutes } from './routes/events.ts';
import { experimentRoutes } from './routes/experiment.ts';
import { exportRoutes } from './routes/exports.ts';
import { grantRoutes } from './routes/grants.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { promptRoutes } from './routes/prompts.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { pushRoutes } from './routes/push.ts';
import { repeatAnswerRoutes } from './routes/repeat-answers.ts';
import { responseRateRoutes } from './routes/response-rates.ts';
import { responseRoutes } from './routes/responses.ts';
import type { Route } from './routes/route.ts';
import { resultLinkRoutes } from './routes/result-links.ts';
import { savedFilterRoutes } from './routes/saved-filters.ts';
import { scoreRoutes } from './routes/scores.ts';
import { sendRoutes } from './routes/send-responses.ts';
import { siteKeyRoutes } from './routes/site-keys.ts';
import { siteRoutes } from './routes/sites.ts';
import { slackRoutes } from './routes/slack.ts';
import { tagRoutes } from './routes/tags.ts';
import { visitorRoutes } from './routes/visitors.ts';
import { whyRoutes } from './routes/why.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

/** Every management operation, once. `manage`'s router, the typed client and OpenAPI derive from this table. */
export const routes = {
	...workspaceRoutes,
	...siteRoutes,
	...siteKeyRoutes,
	...promptRoutes,
	...audienceRoutes,
	...templateRoutes,
	...eventRoutes,
	...whyRoutes,
	...responseRoutes,
	...experimentRoutes,
	...responseRateRoutes,
	...repeatAnswerRoutes,
	...savedFilterRoutes,
	...resultLinkRoutes,
	...scoreRoutes,
	...askRoutes,
	...inboxRoutes,
	...tagRoutes,
	...exportRoutes,
	...visitorRoutes,
	...grantRoutes,
	...connectRoutes,
	...passkeyRoutes,
	...pushRoutes,
	...destinationRoutes,
	...slackRoutes,
	...sendRoutes,
	...deletionRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Part<R, Key extends string> = R extends Record<Key, z.ZodType> ? z.input<R[Key]> : unknown;
/** A caller's input: path parameters, query and body in one object. */
export type RouteInput<Name extends RouteName> = Part<Routes[Name], 'params'> &
	Part<Routes[Name], 'query'> &
	Part<Routes[Name], 'body'>;
export type RouteOutput<Name extends RouteName> = z.output<Routes[Name]['output']>;
