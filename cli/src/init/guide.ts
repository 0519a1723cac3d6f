import type { Settings } from '../settings/settings.ts';
import type { SkillPlan } from './skill.ts';

/** Milliseconds that the documentation has to answer before its address is left out. */
const patience = 2_000;

/** Where a page of the documentation can be read: an address only when it answers, else the agent skill. */
export async function findGuide(
	page: string,
	skill: SkillPlan | undefined,
	{ docs_url }: Settings,
): Promise<{ text: string; url: string | null }> {
	const url = `${docs_url.value}/${page}/`;
	if (await answers(url)) return { text: `The guide: ${url}`, url };
	const { agentSkill } = await import('@feedback/contract/agent-skill');
	const wanted = `references/${page.replaceAll('/', '-')}.md`;
	const reference = wanted in agentSkill ? wanted : 'references/install-package.md';
	const file = `.agents/skills/feedback/${reference}`;
	const text = skill
		? `The guide is ${file}.`
		: `The guide is part of the agent skill, as ${file}; "feedback init --agent-skill" writes it.`;
	return {
		text: `${text} (The documentation at ${docs_url.value} does not answer; FEEDBACK_DOCS_URL names another one.)`,
		url: null,
	};
}

async function answers(url: string): Promise<boolean> {
	const response = await fetch(url, {
		method: 'HEAD',
		signal: AbortSignal.timeout(patience),
	}).catch(() => undefined);
	return response?.ok === true;
}
