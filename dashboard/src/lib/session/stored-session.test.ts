import { afterEach, beforeEach, expect, it } from 'vitest';

import { readValidToken, sessionKey } from './stored-session.ts';

const now = Date.UTC(2026, 10, 20);
let kept: string | null;
const storage = { getItem: (key: string) => (key === sessionKey ? kept : null) };
beforeEach(() => Object.assign(globalThis, { localStorage: storage }));
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

const endsIn = (seconds: number) =>
	JSON.stringify({ access_token: 'token', expires_at: now / 1_000 + seconds, user: {} });

it.each([
	['nobody is signed in', null, null],
	['it is good for an hour', endsIn(3_600), 'token'],
	['it ends in a minute', endsIn(60), undefined],
	['it has ended', endsIn(-1), undefined],
	['it cannot be read', '{', undefined],
])('when %s', (_, text, token) => {
	kept = text;
	expect(readValidToken(now)).toBe(token);
});
