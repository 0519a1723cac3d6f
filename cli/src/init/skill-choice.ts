import type { Context } from '../context.ts';
import { planSkill } from './skill.ts';
import type { SkillPlan } from './skill.ts';

/** Decides by flag or by asking whether to install the skill. `instance` is where its commands take the packages. */
export async function decideSkill(
	top: string,
	{ skill }: { skill: boolean | undefined },
	{ ask, dryRun }: Context,
	instance: string,
): Promise<SkillPlan | undefined> {
	if (skill === false || (skill === undefined && (!ask || dryRun))) return undefined;
	const { writeAgentSkill } = await import('@feedback/contract/agent-skill');
	const plan = planSkill(top, writeAgentSkill(instance));
	// Ask only when there is something to write.
	if (skill !== undefined || plan.writes.length === 0) return plan;
	const question =
		'Install a skill that teaches coding agents this SDK, at .agents/skills/feedback?';
	return (await ask!.confirm(question)) ? plan : undefined;
}
