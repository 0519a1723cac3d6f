// Builds dist/ and the public surface in api/. Other processes never see half of it: it is made aside.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildTypes } from './build-types.ts';
import { bundleSdk } from './bundle.ts';
import { writeIntegrity } from './integrity.ts';

const root = import.meta.dirname;
const workshop = mkdtempSync(join(root, '.build-'));
process.once('exit', () => rmSync(workshop, { recursive: true, force: true }));

const made = join(workshop, 'dist');
// Operators who pack the SDK for their own service set the address, and pages need no `apiUrl`.
await bundleSdk(made, process.env['FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1');
buildTypes(root, workshop);
const integrity = writeIntegrity(made);

const dist = join(root, 'dist');
if (existsSync(dist)) renameSync(dist, join(workshop, 'before'));
renameSync(made, dist);

console.log(`feedback.js: ${integrity['feedback.js']}`);
