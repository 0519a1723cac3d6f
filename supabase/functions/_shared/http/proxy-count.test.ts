import { afterEach, expect, test, vi } from 'vitest';

import { readProxyCount } from './proxy-count.ts';

afterEach(() => vi.unstubAllEnvs());

test('the number of proxies is also read from its former name, unless the new one is set', () => {
	vi.stubEnv('FEEDBACK_PROXY_COUNT', '');
	expect(readProxyCount()).toBe(1);
	vi.stubEnv('FEEDBACK_TRUSTED_PROXIES', '2');
	expect(readProxyCount()).toBe(2);
	vi.stubEnv('FEEDBACK_PROXY_COUNT', '0');
	vi.stubEnv('FEEDBACK_TRUSTED_PROXIES', '10.0.0.0/8');
	expect(readProxyCount()).toBe(0);
	vi.stubEnv('FEEDBACK_PROXY_COUNT', 'two');
	expect(readProxyCount).toThrow('FEEDBACK_PROXY_COUNT must be a whole number from 0 to 10');
});
