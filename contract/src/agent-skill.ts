import { agentSkill } from './generated/agent-skill.ts';

/** Represents the address of the instance in the generated files. */
export const instancePlaceholder = '{{instance}}';

/**
 * The files of the agent skill, by their paths within its folder.
 *
 * @param instance address below which the packages are served, without a slash at the end
 */
export function writeAgentSkill(instance: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries(agentSkill).map(([path, text]) => [
			path,
			text.replaceAll(instancePlaceholder, instance),
		]),
	);
}
