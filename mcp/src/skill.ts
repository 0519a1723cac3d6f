import type { McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';

import { agentSkill } from '../../contract/src/generated/agent-skill.ts';

const folder = 'feedback';
let loading: ReturnType<typeof SkillsExtension.load> | undefined;

/**
 * Serves the agent skill that `feedback init` installs: through the skills extension of the protocol, and as
 * resources under `skill://feedback/` for clients without it.
 */
export async function addSkill(server: McpServer): Promise<void> {
	loading ??= SkillsExtension.load(memorySkillFiles(placeFiles()), {
		strict: true,
		cacheHint: { ttlMs: 3_600_000, cacheScope: 'public' },
	});
	(await loading).attach(server);
}

function placeFiles(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(agentSkill).map(([path, text]) => [`${folder}/${path}`, text]),
	);
}
