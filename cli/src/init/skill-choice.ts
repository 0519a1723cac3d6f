import type { Context } from '../context.ts';
import { planSkill } from './skill.ts';
import type { SkillPlan } from './skill.ts';

/** Whether the skill is installed: as the flags say, else as the person answers. */
export async function decideSkill(
	top: string,
	{ skill }: { skill: boolean | undefined },
	{ ask, dryRun }: Context,
): Promise<SkillPlan | undefined> {
	if (skill === false || (skill === undefined && (!ask || dryRun))) return undefined;
	const { agentSkill } = await import('@feedback/contract/agent-skill');
	const plan = planSkill(top, agentSkill);
	// Asked only when there is something to decide.
	if (skill !== undefined || plan.writes.length === 0) return plan;
	const question =
		'Install a skill that teaches coding agents this SDK, at .agents/skills/feedback?';
	return (await ask!.confirm(question)) ? plan : undefined;
}
