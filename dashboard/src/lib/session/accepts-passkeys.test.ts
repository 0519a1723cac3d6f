import { expect, it } from 'vitest';

import { acceptsPasskeys } from './accepts-passkeys.ts';

it.each([
	['feedback.example.com', true],
	['localhost', true],
	['127.0.0.1', false],
	['[::1]', false],
])('%s accepts passkeys: %s', (hostname, accepts) => {
	expect(acceptsPasskeys(hostname)).toBe(accepts);
});
