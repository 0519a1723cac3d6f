import { inject } from 'vitest';

import { newSender } from './new-sender.ts';

// Gives each request to the stack a new network address, including requests from the official clients.
const { origin } = new URL(inject('stack').apiUrl);
const send = globalThis.fetch;

globalThis.fetch = (input, options) => {
	const request = new Request(input, options);
	if (new URL(request.url).origin === origin && !request.headers.has('x-forwarded-for')) {
		for (const [name, value] of Object.entries(newSender())) request.headers.set(name, value);
	}
	return send(request);
};
