import { expect, it } from 'vitest';

import { listOrigins } from './trusted-origins.ts';

it.each([
	['https://feedback.example.com/app', ['https://feedback.example.com']],
	['http://127.0.0.1:54323', ['http://127.0.0.1:54323', 'http://localhost:54323']],
	['http://localhost:54323', ['http://localhost:54323', 'http://127.0.0.1:54323']],
	['https://localhost.example.com', ['https://localhost.example.com']],
])('pages of %s may call', (dashboardUrl, origins) => {
	expect(listOrigins(dashboardUrl)).toEqual(origins);
});
