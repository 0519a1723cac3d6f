import { cpSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { root } from '../../../server/layout/tree.ts';
import { nativeFolder } from '../../../server/postgres/native-programs.ts';
import type { Postgres } from '../../../server/postgres/postgres.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import { resolveTool } from '../../tools/own-packages.ts';

/** Starts PostgreSQL 18 from npm, with a copy of the server that uses another Postgres package. */
export async function startPostgres18(folder: string): Promise<Postgres> {
	const name = relative(join(root, 'node_modules'), join(nativeFolder(), '../..'));
	const native = join(dirname(await resolveTool(name)), '..');
	cpSync(native, join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
	for (const part of [
		'server/package.json',
		'server/postgres',
		'server/supervisor',
		'tsconfig.base.json',
	]) {
		cpSync(join(root, part), join(folder, part), { recursive: true });
	}
	const { startPostgres } = (await import(
		join(folder, 'server/postgres/postgres.ts')
	)) as typeof import('../../../server/postgres/postgres.ts');
	return startPostgres({
		data: join(folder, 'data'),
		port: await findFreePort(),
		settings: { fsync: 'off', max_connections: 200 },
	});
}
