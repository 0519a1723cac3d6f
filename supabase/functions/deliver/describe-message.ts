import {
	contextLabels,
	describeAnswer,
	type EventType,
	type PayloadData,
	writeAnswer,
} from '@feedback/contract';

import {
	describeSelection,
	type DescribedSelection,
} from '../_shared/messages/describe-selection.ts';
import { linkToScreenshot } from '../_shared/messages/link-to-screenshot.ts';
import type { MessageText } from '../_shared/messages/message-text.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { linkTo, linkToVisitor } from './link-to.ts';
import { sayAction } from './say-action.ts';
import { sayTime } from './say-time.ts';

const maxTraits = 10;

/** Describes a message. It contains visitors' texts unchanged. */
export function describeMessage(delivery: ClaimedDelivery, dashboardUrl: string): MessageText {
	const { site, message } = delivery;
	if (message.type === 'selection') {
		return describeSelection(delivery.data as DescribedSelection, site, dashboardUrl);
	}
	const type = message.type as EventType;
	const url = linkTo(dashboardUrl, site.id, type, delivery.data);
	const known = describers[type](delivery, dashboardUrl);
	return {
		answers: [],
		...known,
		title: message.test ? `Test: ${known.title}` : known.title,
		facts: [...(known.facts ?? []), site.name],
		links: [
			...(url === undefined ? [] : [{ label: linkLabels[type], url }]),
			...(known.links ?? []),
		],
	};
}

type Known = Pick<MessageText, 'title'> & Partial<MessageText>;
type Describer = (delivery: ClaimedDelivery, dashboardUrl: string) => Known;

const describers: Record<EventType, Describer> = {
	'response.created': describeResponse,
	'response.updated': describeResponse,
	'response.closed': describeResponse,
	'prompt.published'({ data }) {
		const { prompt, resumed } = data as PayloadData<'prompt.published'>;
		return resumed
			? { title: `${prompt.survey_id} was resumed` }
			: { title: `Revision ${prompt.revision} of ${prompt.survey_id} was published` };
	},
	'prompt.paused'({ data }) {
		return { title: `${(data as PayloadData<'prompt.paused'>).prompt.survey_id} was paused` };
	},
	'budget.reached'({ data, site }) {
		const { prompt, budget, every, allowed } = data as PayloadData<'budget.reached'>;
		const of = budget === 'responses' ? 'responses' : 'displays';
		const period = every ? ` of this ${every}` : '';
		return { title: `${prompt?.survey_id ?? site.name} has spent its ${allowed} ${of}${period}` };
	},
	'approval.requested'({ data }) {
		const approval = data as PayloadData<'approval.requested'>;
		const title = `${approval.connection.name} asks to ${sayAction(approval)}`;
		return approval.reminder
			? { title: `Reminder: ${title}`, facts: [`Expires ${sayTime(approval.expires_at)}`] }
			: { title };
	},
	'approval.decided'({ data }) {
		const approval = data as PayloadData<'approval.decided'>;
		return {
			title: `${approval.connection.name} ${approval.state === 'approved' ? 'may' : 'may not'} ${sayAction(approval)}`,
		};
	},
	'approval.expired'({ data }) {
		const approval = data as PayloadData<'approval.expired'>;
		return {
			title: `Expired: ${approval.connection.name} asked to ${sayAction(approval)}`,
			facts: ['Nobody decided in time. The program can ask again.'],
		};
	},
	'visitor.erased'({ data }) {
		const { id, visitors } = data as PayloadData<'visitor.erased'>;
		const whom = visitors.length === 1 ? 'A visitor was' : `${visitors.length} visitors were`;
		return { title: `${whom} erased`, facts: [`Receipt ${id}`, `Visitors ${visitors.join(', ')}`] };
	},
};

const linkLabels: Record<EventType, string> = {
	'response.created': 'Open the response',
	'response.updated': 'Open the response',
	'response.closed': 'Open the response',
	'prompt.published': 'Open the prompt',
	'prompt.paused': 'Open the prompt',
	'budget.reached': 'Open the budget',
	'approval.requested': 'Decide',
	'approval.decided': 'Open the request',
	'approval.expired': 'Open the request',
	'visitor.erased': '',
};

const causes = {
	completed: 'Completed',
	dismissed: 'Closed before the end',
	unchanged: 'No further answer for ten minutes',
} as const;

function describeContext(context: NonNullable<PayloadData<'response.closed'>['context']>) {
	return Object.entries(contextLabels).flatMap(([name, label]) => {
		const value = name in context ? context[name as keyof typeof context] : undefined;
		return value === undefined ? [] : [`${label}: ${[value].flat().join(', ')}`];
	});
}

function describeResponse({ site, data, content }: ClaimedDelivery, dashboardUrl: string): Known {
	const response = data as PayloadData<'response.closed'>;
	const questions = content?.questions ?? [];
	const ids = new Set(questions.map(({ id }) => id));
	const unknown = Object.keys(response.answers).filter((id) => !ids.has(id));
	const asked = [...questions, ...unknown.map((id) => ({ id, title: id }))];
	const cause = (response as { cause?: keyof typeof causes }).cause;
	const { visitor } = response;
	const pages = `${dashboardUrl}/sites/${site.id}`;
	return {
		title: content?.name ?? response.prompt.survey_id,
		answers: asked.flatMap((question) => {
			const given = describeAnswer(
				'type' in question ? (question as Parameters<typeof describeAnswer>[0]) : undefined,
				response.answers[question.id],
			);
			const answer = writeAnswer(given);
			return answer === undefined
				? []
				: [
						{
							question: question.title,
							answer,
							isWords: given.kind === 'text',
							...(given.kind === 'picture' && {
								url: linkToScreenshot(pages, response.id, question.id),
							}),
						},
					];
		}),
		facts: [
			...(response.account ? [response.account] : []),
			...Object.entries(response.traits ?? {})
				.slice(0, maxTraits)
				.map(([key, value]) => `${key}: ${String(value)}`),
			...describeContext(response.context ?? {}),
			...(cause ? [causes[cause]] : []),
		],
		links:
			visitor === null
				? []
				: [{ label: 'Open the visitor', url: linkToVisitor(dashboardUrl, site.id, visitor) }],
	};
}
