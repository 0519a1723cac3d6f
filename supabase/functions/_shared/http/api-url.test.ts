import { afterEach, describe, expect, it, vi } from 'vitest';

import { readApiUrl } from './api-url.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the address of the functions', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://API.example.com:443/feedback//', 'https://api.example.com/feedback'],
		['https://münchen.example/', 'https://xn--mnchen-3ya.example'],
	])('%s is %s', (given, expected) => {
		vi.stubEnv('FEEDBACK_API_URL', given);
		expect(readApiUrl()).toBe(expected);
	});

	it.each([
		'api.example.com',
		'ftp://api.example.com',
		'https://me:secret@api.example.com',
		'https://api.example.com/?a',
		'https://api.example.com/#a',
	])('cannot be %s', (given) => {
		vi.stubEnv('FEEDBACK_API_URL', given);
		expect(readApiUrl).toThrow('FEEDBACK_API_URL must be an http or https URL');
	});

	it('is below the address of the project unless one is set', () => {
		vi.stubEnv('FEEDBACK_API_URL', '');
		vi.stubEnv('SUPABASE_URL', 'http://127.0.0.1:54321');
		expect(readApiUrl()).toBe('http://127.0.0.1:54321/functions/v1');
	});
});
