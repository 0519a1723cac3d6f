import { describe, expect, it } from 'vitest';

import {
	answerRedirect,
	editors,
	isAllowedRedirect,
	isForeignRedirect,
	isLoopbackRedirect,
	matchesRedirect,
	describeRedirectHost,
} from './redirect-uri.ts';

describe('a redirect', () => {
	it.each([
		'https://claude.ai/api/mcp/auth_callback',
		'https://example.com:8443/callback?a=1',
		'http://127.0.0.1/callback',
		'http://127.0.0.1:4711/callback',
		'http://[::1]:4711/callback',
		'http://localhost/callback',
		'cursor://anysphere.cursor-mcp/oauth/callback',
		'vscode://vscode.github-authentication/did-authenticate',
	])('to %s is allowed', (uri) => {
		expect(isAllowedRedirect(uri)).toBe(true);
	});

	it.each([
		'http://example.com/callback',
		'http://192.168.0.1/callback',
		'http://0.0.0.0/callback',
		'http://127.1/cb',
		'http://127.0.1/cb',
		'http://0x7f.1/cb',
		'http://0x7f000001/cb',
		'http://2130706433/cb',
		'http://017700000001/cb',
		'http://127.0.0.1./cb',
		'http://localhost./cb',
		'http://LOCALHOST/cb',
		'http://%6cocalhost/cb',
		'http://127.0.0.2/cb',
		'http://[0:0:0:0:0:0:0:1]/cb',
		'http://[::0:1]/cb',
		'http://[::ffff:127.0.0.1]/cb',
		'http://127.0.0.1:port/cb',
		'http://127.0.0.1:123456/cb',
		'http://127.0.0.1@evil.example/cb',
		'http://localhost.evil.example/cb',
		'https://127.1/cb',
		'https://localhost/callback',
		'https://user@example.com/callback',
		'https://:secret@example.com/callback',
		'cursor://?code',
		'https://example.com/callback#fragment',
		'https://example.com\\@evil.example/',
		'https:///callback',
		'//example.com/callback',
		'/callback',
		'javascript:alert(1)',
		'data:text/html,x',
		'file:///etc/passwd',
		'ftp://127.0.0.1/',
		'myapp://callback',
		'com.example.app:/callback',
		'cursor:callback',
		'urn:ietf:wg:oauth:2.0:oob',
		'https://example.com/call back',
		'https://exämple.com/',
		`https://example.com/${'x'.repeat(2_000)}`,
		'',
	])('to %j is not', (uri) => {
		expect(isAllowedRedirect(uri)).toBe(false);
	});

	it('is shown as a host or as an editor', () => {
		expect(describeRedirectHost('https://example.com:8443/x')).toBe('example.com');
		expect(describeRedirectHost('http://[::1]:1/x')).toBe('[::1]');
		expect(describeRedirectHost('cursor://anysphere.cursor-mcp/x')).toBe('cursor:');
		expect(editors).toContain('zed');
		expect(isLoopbackRedirect('http://localhost:1/')).toBe(true);
		expect(isLoopbackRedirect('https://localhost.example.com/')).toBe(false);
		expect(isLoopbackRedirect('http://0x7f.1/')).toBe(false);
		expect(isLoopbackRedirect('http://127.0.0.1:99999/')).toBe(false);
		expect(isForeignRedirect('https://tool.example/x', null)).toBe(true);
		expect(isForeignRedirect('https://tool.example/x', 'other.example')).toBe(true);
		expect(isForeignRedirect('https://sub.tool.example/x', 'tool.example')).toBe(true);
		expect(isForeignRedirect('https://tool.example/x', 'tool.example')).toBe(false);
		expect(isForeignRedirect('http://127.0.0.1:1/', null)).toBe(false);
		expect(isForeignRedirect('cursor://a.b/c', null)).toBe(false);
	});

	it('keeps its query parameters in the response', () => {
		const parameters = { code: 'c&d', state: null, error: null };
		expect(answerRedirect('cursor://a.b/c?x=1', parameters)).toBe('cursor://a.b/c?x=1&code=c%26d');
	});
});

describe('a registered redirect', () => {
	it.each([
		['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback', true],
		['http://127.0.0.1:9/callback', 'http://127.0.0.1:1/callback', true],
		['http://localhost/callback', 'http://localhost:65535/callback', true],
		['http://[::1]/callback', 'http://[::1]:5/callback', true],
		['http://localhost/callback', 'http://127.0.0.1:1/callback', false],
		['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback/', false],
		['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback?x', false],
		['http://127.1/callback', 'http://127.0.0.1:1/callback', false],
		['https://example.com/callback', 'https://example.com/callback', true],
		['https://example.com/callback', 'https://example.com:8443/callback', false],
		['https://example.com/callback', 'https://EXAMPLE.com/callback', false],
		['https://example.com/callback', 'https://example.com/callback/../x', false],
		['cursor://a.b/c', 'cursor://a.b/c', true],
		['cursor://a.b/c', 'cursor://a.b/d', false],
		['myapp://a.b/c', 'myapp://a.b/c', false],
	])('%s, requested as %s: %s', (registered, given, expected) => {
		expect(matchesRedirect(registered, given)).toBe(expected);
	});
});
