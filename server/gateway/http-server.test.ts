import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

// In a separate process, because this one may have loaded the gateway before.
test('a route can send its response itself, even after another server was created', () => {
	const script = `
		import { getRequestListener } from '@hono/node-server';
		import { Hono } from 'hono';
		getRequestListener(() => new Response('other'));
		const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response');
		const { createHttpServer } = await import('./http-server.ts');
		const app = new Hono().all('/', ({ env }) => {
			setTimeout(() => env.outgoing.writeHead(418).end('sent by the route'), 5);
			return RESPONSE_ALREADY_SENT;
		});
		const server = createHttpServer(app).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const response = await fetch('http://127.0.0.1:' + server.address().port);
		console.log(response.status, await response.text());
		process.exit();
	`;
	const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
		cwd: import.meta.dirname,
		encoding: 'utf8',
	});
	expect(output.trim()).toBe('418 sent by the route');
});
