import type { PromptInput } from '@feedback/contract';

// What the scripted agent writes, over MCP as by the command.

const event = 'report.exported';

export const shareEase: PromptInput = {
	survey_id: 'share-ease',
	name: 'Ease of sharing',
	questions: [{ id: 'ease', type: 'rating', title: 'How easy was it to share the report?' }],
	trigger: { events: ['report.shared'] },
};

export const recommend: PromptInput = {
	survey_id: 'recommend',
	name: 'Recommendation after a payment',
	questions: [{ id: 'score', type: 'nps', title: 'How likely are you to recommend us?' }],
	trigger: { events: ['invoice.paid'] },
};

export const followUp: PromptInput = {
	survey_id: 'follow-up',
	name: 'What to fix first',
	questions: [{ id: 'fix', type: 'long_text', title: 'What should we fix first?' }],
	trigger: { events: [event] },
	audience: { prompt: 'ease', answer: 'ease', op: 'at_most', value: 2, within_days: 30 },
};

export const proPlan = { trait: 'plan', op: 'is', value: 'pro' };

export const lowRatings = {
	name: 'Low ratings',
	condition: { answer: 'ease', op: 'at_most', value: 2 },
};

export const hooks = {
	kind: 'webhook',
	name: 'Hooks',
	url: 'https://127.0.0.1:9443/feedback',
	event_types: ['response.closed'],
	partial: false,
};

const day = 86_400_000;

/** This week, and the week before. */
export function twoWeeks() {
	const at = (days: number) => new Date(Date.now() - days * day).toISOString();
	return {
		one: { name: 'last 7 days', since: at(7) },
		other: { name: '7 days before', since: at(14), until: at(7) },
	};
}

type Edited = { questions: object[] } & Record<string, unknown>;

/** The content in which only low ratings lead to the second question. */
export function withBranch(content: Edited): Edited {
	const [first, ...others] = content.questions;
	const branches = [{ when: { op: 'at_least', value: 3 }, go: 'end' }];
	return { ...content, questions: [{ ...first, branches }, ...others] };
}

export type Text = { response: string; question: string; text: string };

/** A theme for the texts that mention clicks, with the words that do as quotes. */
export function proposeTheme(texts: readonly Text[]) {
	const examples = texts.flatMap(({ text, ...at }) => {
		const quote = /\w+ clicks/.exec(text)?.[0];
		return quote === undefined ? [] : [{ ...at, quote }];
	});
	return { tags: [{ name: 'Effort', definition: 'It takes too many steps', examples }] };
}
