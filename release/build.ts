// `npm run build -w @feedback/release`: packs the published packages, with their registry metadata, into
// `release/dist`. They have to be built.
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { writeRegistry } from './pack/write-registry.ts';

const folder = join(import.meta.dirname, 'dist');
// The new folder replaces the previous one when it is complete.
const draft = await mkdtemp(`${folder}-`);
try {
	const packed = await writeRegistry(draft);
	await rm(folder, { recursive: true, force: true });
	await rename(draft, folder);
	for (const { name, version } of packed) console.log(`Packed ${name} ${version}.`);
} finally {
	await rm(draft, { recursive: true, force: true });
}
