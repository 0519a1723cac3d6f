import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildPackage } from '../server/package/build-package.ts';
import { run } from '../testing/run.ts';

/** Packs the server and installs it into a folder, as `npm install --global` does. Resolves to the path of its command. */
export async function installServer(folder: string): Promise<string> {
	const packed = join(folder, 'packed');
	mkdirSync(packed);
	const tarball = await buildPackage(packed, () => undefined);
	const prefix = join(folder, 'installed');
	const flags = ['--global', '--prefix', prefix, '--no-audit', '--no-fund'];
	const { code, output } = await run('npm', ['install', ...flags, tarball], { cwd: folder });
	if (code !== 0) throw new Error(`npm install ended with ${code}:\n${output}`);
	return join(prefix, 'bin/feedback-server');
}
