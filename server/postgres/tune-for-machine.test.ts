import { expect, test } from 'vitest';

import { tuneForMachine } from './tune-for-machine.ts';

const gigabyte = 2 ** 30;

test.each([
	[0.25, '64MB', '128MB', '32MB', '4MB'],
	[4, '819MB', '2048MB', '128MB', '9MB'],
	[256, '1024MB', '65536MB', '512MB', '32MB'],
])(
	'%d GB of memory',
	(memory, shared_buffers, effective_cache_size, maintenance_work_mem, work_mem) => {
		expect(tuneForMachine({ memory: memory * gigabyte })).toMatchObject({
			shared_buffers,
			effective_cache_size,
			maintenance_work_mem,
			work_mem,
		});
	},
);

test('no value that a person entered reaches the log', () => {
	expect(tuneForMachine()).toMatchObject({
		log_min_error_statement: 'panic',
		log_error_verbosity: 'terse',
	});
});
