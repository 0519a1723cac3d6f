import { expect, test } from 'vitest';

import { takeActivatedSocket } from './activated-socket.ts';

const own = String(process.pid);

test('the socket of the parent is the first descriptor after the standard ones, and is used once', () => {
	const environment: NodeJS.ProcessEnv = { LISTEN_PID: own, LISTEN_FDS: '1', HOME: '/root' };
	expect(takeActivatedSocket(environment)).toEqual({ fd: 3 });
	expect(environment).toEqual({ HOME: '/root' });
	expect(takeActivatedSocket(environment)).toBeUndefined();
});

test('a socket that is intended for another process is not used', () => {
	expect(takeActivatedSocket({ LISTEN_PID: '1', LISTEN_FDS: '1' })).toBeUndefined();
	expect(takeActivatedSocket({ LISTEN_PID: own, LISTEN_FDS: '0' })).toBeUndefined();
});

test('several sockets are refused, and the error says what to configure', () => {
	const environment = { LISTEN_PID: own, LISTEN_FDS: '2' };
	expect(() => takeActivatedSocket(environment)).toThrow('passed 2 sockets (LISTEN_FDS)');
});
