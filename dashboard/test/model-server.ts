// A language model on this machine that knows the replies to a few questions.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const nothing = {
	answerable: true,
	prompt: null,
	days: null,
	from: null,
	to: null,
	match: 'all',
	conditions: [],
	words: null,
	tag: null,
	question: null,
	by: null,
};

/** Replies by question; to any other question, the model says that it cannot be answered. */
export const replies: Record<string, object> = {
	'What do detractors say about slow exports?': {
		...nothing,
		prompt: 'quick-poll',
		days: 30,
		conditions: [{ about: 'answer', name: 'recommend', op: 'at_most', value: 6 }],
		words: 'slow',
		question: 'why',
	},
	'Who wrote about clicks, and is it raining?': { ...nothing, words: 'clicks', tag: 'Weather' },
};

export type ModelServer = {
	/** Environment of functions that use it. */
	environment: Record<string, string>;
	close(): Promise<void>;
};

export async function startModel(): Promise<ModelServer> {
	const server = createServer(async (request, response) => {
		const { messages } = (await json(request)) as { messages: { content: string }[] };
		const asked = messages.find(({ content }) => content.startsWith('Question:\n'))!;
		const reply = replies[asked.content.slice('Question:\n'.length)];
		const content = JSON.stringify(reply ?? { ...nothing, answerable: false });
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		environment: {
			FEEDBACK_ASK_URL: `http://127.0.0.1:${port}/v1`,
			FEEDBACK_ASK_MODEL: 'test-model',
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
