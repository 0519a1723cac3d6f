import { afterEach, expect, test, vi } from 'vitest';

import { createLog } from './create-log.ts';
import type { LogSettings } from './log.ts';

afterEach(() => {
	vi.useRealTimers();
});

function open(settings: LogSettings) {
	const lines: string[] = [];
	const log = createLog(settings, { write: (line) => lines.push(line) });
	return { log, lines, read: () => lines.map((line) => JSON.parse(line) as object) };
}

test('a message is one JSON object with level, time, message and details', () => {
	const { log, read } = open({ format: 'json' });
	log('functions: no\nconnection', 'error', { request_id: 'r-1' });
	expect(read()).toEqual([
		{
			level: 'error',
			time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			msg: 'functions: no\nconnection',
			request_id: 'r-1',
		},
	]);
});

test('messages below the level are left out', () => {
	const { log, read } = open({ level: 'warn', format: 'json' });
	log('detail', 'debug');
	log('news');
	log('trouble', 'warn');
	expect(read()).toMatchObject([{ level: 'warn', msg: 'trouble' }]);
});

test('a repeated message is written five times, then counted, even with other details', () => {
	vi.useFakeTimers();
	const { log, read } = open({ format: 'json' });
	for (let at = 0; at < 20_600; at += 1)
		log('The disk is full.', 'error', { request_id: `r-${at}` });
	log('Another message.');
	expect(read()).toHaveLength(6);
	vi.advanceTimersByTime(10_000);
	expect(read().at(-1)).toMatchObject({
		level: 'error',
		msg: 'The disk is full.',
		repeated: 20_595,
		seconds: 10,
	});
	log('The disk is full.', 'error');
	expect(read()).toHaveLength(8);
	vi.advanceTimersByTime(10_000);
});

test('the text format has the message and its details on one line', () => {
	const { log, lines } = open({ format: 'text' });
	log('Postgres 17 runs.', 'info', { seconds: 0.4 });
	expect(lines.join('')).toMatch(
		/^\[\d\d:\d\d:\d\d\] INFO: Postgres 17 runs\. \{"seconds":0\.4\}\n$/,
	);
});
