import type { McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';

import { writeAgentSkill } from '../../contract/src/agent-skill.ts';

const folder = 'feedback';
const loading = new Map<string, ReturnType<typeof SkillsExtension.load>>();

/**
 * Serves the agent skill that `feedback init` installs: through the skills extension of the protocol, and as
 * resources under `skill://feedback/` for clients without it.
 *
 * @param instance address below which the packages are served
 */
export async function addSkill(server: McpServer, instance: string): Promise<void> {
	let skill = loading.get(instance);
	if (!skill) {
		skill = SkillsExtension.load(memorySkillFiles(placeFiles(instance)), {
			strict: true,
			cacheHint: { ttlMs: 3_600_000, cacheScope: 'public' },
		});
		loading.set(instance, skill);
	}
	(await skill).attach(server);
}

function placeFiles(instance: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries(writeAgentSkill(instance)).map(([path, text]) => [`${folder}/${path}`, text]),
	);
}
