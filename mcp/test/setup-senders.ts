import { inject } from 'vitest';

import { newSender } from './new-sender.ts';

// Each request to the stack comes from an address of its own, also those of the official clients.
const { origin } = new URL(inject('stack').apiUrl);
const send = globalThis.fetch;

globalThis.fetch = (input, options) => {
	const request = new Request(input, options);
	if (new URL(request.url).origin === origin && !request.headers.has('x-forwarded-for')) {
		for (const [name, value] of Object.entries(newSender())) request.headers.set(name, value);
	}
	return send(request);
};
