import { z } from 'zod';

import type { SlackChannel } from './destination-kind.ts';

/** A channel of Slack: the name of its workspace, and its name as Slack shows it, such as "#feedback". */
export const slackChannelSchema = z
	.object({ workspace: z.string(), name: z.string() })
	.meta({ id: 'SlackChannel' }) satisfies z.ZodType<SlackChannel>;
