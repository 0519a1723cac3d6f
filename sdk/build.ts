// Builds dist/ and the public surface in api/, in a temporary folder, so that other processes never see a partial
// build.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildTypes } from './build-types.ts';
import { bundleSdk } from './bundle.ts';
import { writeIntegrity } from './integrity.ts';

const root = import.meta.dirname;
const buildFolder = mkdtempSync(join(root, '.build-'));
process.once('exit', () => rmSync(buildFolder, { recursive: true, force: true }));

const built = join(buildFolder, 'dist');
// Operators who build the SDK for their own service set the URL, so that pages need no `apiUrl`.
await bundleSdk(built, process.env['FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1');
buildTypes(root, buildFolder);
const integrity = writeIntegrity(built);

const dist = join(root, 'dist');
if (existsSync(dist)) renameSync(dist, join(buildFolder, 'before'));
renameSync(built, dist);

console.log(`feedback.js: ${integrity['feedback.js']}`);
