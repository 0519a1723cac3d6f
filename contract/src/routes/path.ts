import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';

/** Path parameters: every address below a workspace or a site names the whole way. */
export const workspacePath = z.object({ workspace: uuidSchema });
export const sitePath = z.object({ site: uuidSchema });
export const promptPath = sitePath.extend({ prompt: uuidSchema });
export const revisionPath = promptPath.extend({ revision: z.coerce.number<number>().int().min(1) });
