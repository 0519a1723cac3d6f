import { agentsAliases } from './agents.ts';
import { apiAliases } from './api.ts';
import { commandsAliases } from './commands.ts';
import { dashboardAliases } from './dashboard.ts';
import { eventsAliases } from './events.ts';
import { installAliases } from './install.ts';
import { integrationsAliases } from './integrations.ts';
import { promptsAliases } from './prompts.ts';
import { recipesAliases } from './recipes.ts';
import { referenceAliases } from './reference.ts';
import { sdkAliases } from './sdk.ts';
import { securityAliases } from './security.ts';
import { serversAliases } from './servers.ts';
import { startAliases } from './start.ts';

/**
 * Readers' terms for the subject of a section whose page uses other words: terms from other tools, descriptions of a
 * symptom, or industry terms. Indexed with the section; a path that is not a section fails the build. Words for a
 * single term are synonyms instead (`synonyms.ts`).
 */
export const aliases: Record<string, string> = {
	...startAliases,
	...recipesAliases,
	...installAliases,
	...sdkAliases,
	...eventsAliases,
	...promptsAliases,
	...dashboardAliases,
	...integrationsAliases,
	...securityAliases,
	...serversAliases,
	...referenceAliases,
	...apiAliases,
	...agentsAliases,
	...commandsAliases,
};
