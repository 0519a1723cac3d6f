import type { Settings } from '../settings/settings.ts';
import type { SkillPlan } from './skill.ts';

const timeoutMs = 10_000;

/** Finds a documentation page: its address if the site responds, otherwise the agent skill. */
export async function findGuide(
	page: string,
	skill: SkillPlan | undefined,
	{ docs_url }: Settings,
): Promise<{ text: string; url: string | null }> {
	const url = `${docs_url.value}/${page}/`;
	if (await answers(url)) return { text: `The guide: ${url}`, url };
	const { writeAgentSkill } = await import('@feedback/contract/agent-skill');
	const ofPage = `references/${page.replaceAll('/', '-')}.md`;
	const reference =
		ofPage in writeAgentSkill(docs_url.value) ? ofPage : 'references/install-package.md';
	const file = `.agents/skills/feedback/${reference}`;
	const text = skill
		? `The guide is ${file}.`
		: `The guide is part of the agent skill, as ${file}; "feedback init --agent-skill" writes it.`;
	return {
		text: `${text} (The documentation at ${docs_url.value} does not respond; set FEEDBACK_DOCS_URL to use another one.)`,
		url: null,
	};
}

async function answers(url: string): Promise<boolean> {
	const response = await fetch(url, {
		method: 'HEAD',
		signal: AbortSignal.timeout(timeoutMs),
	}).catch(() => undefined);
	return response?.ok === true;
}
