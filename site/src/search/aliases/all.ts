import { agentsAliases } from './agents.ts';
import { dashboardAliases } from './dashboard.ts';
import { installAliases } from './install.ts';
import { operationsAliases } from './operations.ts';
import { promptsAliases } from './prompts.ts';
import { referenceAliases } from './reference.ts';
import { sdkAliases } from './sdk.ts';
import { startAliases } from './start.ts';

/**
 * Readers' terms for the subject of a section whose page uses other words: terms of other tools, of a
 * symptom, of the trade. Indexed with the section; a path that is no section fails the build. Words for one
 * term only are synonyms instead (`synonyms.ts`).
 */
export const aliases: Record<string, string> = {
	...startAliases,
	...installAliases,
	...sdkAliases,
	...promptsAliases,
	...dashboardAliases,
	...referenceAliases,
	...operationsAliases,
	...agentsAliases,
};
