import { cp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { registryPath } from '@feedback/contract';

/** The packed packages, as `npm run build -w @feedback/release` leaves them. */
export const packagesFolder = fileURLToPath(new URL('../../../release/dist', import.meta.url));

/** Copies the packed packages into a built site, for hosts that serve that folder alone. */
export async function addPackages(folder: string): Promise<boolean> {
	const target = join(folder, registryPath);
	await rm(target, { recursive: true, force: true });
	if (!existsSync(packagesFolder)) return false;
	await cp(packagesFolder, target, { recursive: true });
	return true;
}
