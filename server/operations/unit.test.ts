// Checks that the unit permits everything that people configure as documented.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from '../layout/tree.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('lets the service write to the folder in which the page about Debian puts backups', () => {
	const unit = read('server/operations/feedback.service');
	expect(unit).toMatch(/^ProtectSystem=strict$/m);
	const writable = /^ReadWritePaths=-?(\S+)$/m.exec(unit)?.[1];
	const page = read('content/self-hosting/debian.mdx');
	expect(/^backup:\n {2}to: (\S+)$/m.exec(page)?.[1]).toBe(writable);
});

it('does not start the service again with data of a newer version', () => {
	const unit = read('server/operations/feedback.service');
	const code = /^const unusableData = (\d+);$/m.exec(read('server/command/start.ts'))?.[1];
	expect(/^RestartPreventExitStatus=(\d+)$/m.exec(unit)?.[1]).toBe(code);
});
