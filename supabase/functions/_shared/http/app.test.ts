import type { ServiceError } from '@feedback/contract';
import { expect, it } from 'vitest';

import { createApp, toHandle } from './app.ts';
import { replyError } from './reply.ts';

it.each(['http://x/', 'http://x/other', 'http://x/eventsy'])(
	'%s is not found by a function that has one route',
	async (url) => {
		const app = createApp('events', {
			replyFailure: (thrown, c) => replyError(thrown as ServiceError, c.env.requestId),
		});
		app.post('/', (c) => c.text('taken'));
		const handle = toHandle(app, () => 0);
		expect((await handle(new Request(url, { method: 'POST' }))).status).toBe(404);
		expect((await handle(new Request('http://x/events', { method: 'POST' }))).status).toBe(200);
	},
);
