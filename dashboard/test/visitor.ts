import { randomBytes, randomUUID } from 'node:crypto';

import type {
	AnswerValue,
	Context,
	DecisionResponse,
	EventsResponse,
	ScreenshotResponse,
	Values,
} from '@feedback/contract/wire';

import type { SharedStack } from '../../testing/shared-stack.ts';

export type Visitor = {
	id: string;
	report(name: string, properties?: Values): Promise<EventsResponse>;
	/** Confirms the display and sends these answers, partial or final. */
	answer(
		surveyId: string,
		parts: { answers: Record<string, AnswerValue>; final: boolean }[],
		/** Sent first, by question; they are part of all answers. */
		pictures?: Record<string, Blob>,
	): Promise<void>;
};

/** Simulates a visitor's browser, which calls the `sdk` function like the SDK. */
export function createVisitor(
	{ apiUrl, siteId }: Pick<SharedStack, 'apiUrl' | 'siteId'>,
	account?: string,
	context?: Context,
): Visitor {
	const visitor = randomUUID();
	const caller = {
		site: siteId,
		visitor,
		session: uuidv7(),
		sdk: '0.4.0',
		...(context && { context }),
		...(account && { identify: { account, traits: { plan: 'team' } } }),
	};

	async function post<Answer>(route: string, body: object): Promise<Answer> {
		const response = await fetch(`${apiUrl}/sdk/${route}`, {
			method: 'POST',
			headers: {
				'content-type': 'text/plain',
				'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
			},
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
		return (await response.json()) as Answer;
	}

	return {
		id: visitor,
		report: (name, properties = {}) =>
			post<EventsResponse>('events', {
				...caller,
				events: [{ id: uuidv7(), name, properties }],
				decide: true,
			}),
		async answer(surveyId, parts, pictures = {}) {
			const { decision } = await post<DecisionResponse>('show', {
				...caller,
				id: uuidv7(),
				survey_id: surveyId,
			});
			if (decision.reason !== 'displayed') throw new Error(`Not displayed: ${decision.reason}`);
			const { id: display, secret } = decision.display;
			const shown = { site: siteId, display, secret };
			await post('display', { ...shown, state: 'displayed' });
			const sent: Record<string, string> = {};
			for (const [question, picture] of Object.entries(pictures)) {
				const form = new FormData();
				form.set('request', JSON.stringify({ ...shown, question }));
				form.set('picture', picture);
				const response = await fetch(`${apiUrl}/screenshots`, { method: 'POST', body: form });
				if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
				sent[question] = ((await response.json()) as ScreenshotResponse).screenshot;
			}
			for (const [index, part] of parts.entries()) {
				const answers = { ...part.answers, ...sent };
				await post('answer', { ...shown, seq: index + 1, final: part.final, answers });
			}
		},
	};
}

function uuidv7(): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(Date.now(), 0, 6);
	bytes[6] = (bytes[6]! & 0x0f) | 0x70;
	bytes[8] = (bytes[8]! & 0x3f) | 0x80;
	const hex = bytes.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}
