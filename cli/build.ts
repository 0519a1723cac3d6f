// Builds the command into `dist/`: one small file that starts quickly, and a chunk for each command.
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { toJSONSchema, z } from 'zod';

import { dryRunSchema } from './src/dry-run.ts';
import { failureSchema } from './src/output/envelope.ts';
import { registry } from './src/registry.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
// The build runs in a new folder, which replaces the previous one when it is complete.
const draft = join(root, `node_modules/.dist-${process.pid}`);

export async function buildCommand(): Promise<void> {
	await build({
		root,
		configFile: false,
		logLevel: 'warn',
		ssr: { noExternal: true, external: ['@napi-rs/keyring'], target: 'node' },
		build: {
			ssr: join(root, 'src/bin.ts'),
			outDir: draft,
			emptyOutDir: true,
			target: 'node20',
			minify: true,
			rolldownOptions: {
				output: { entryFileNames: 'feedback.js', chunkFileNames: 'chunks/[name]-[hash].js' },
			},
		},
	});
	chmodSync(join(draft, 'feedback.js'), 0o755);
	await writeSchemas();
	rmSync(dist, { recursive: true, force: true });
	renameSync(draft, dist);
}

// Writes the output formats of `--json` for programs that read it: one JSON Schema per command.
async function writeSchemas(): Promise<void> {
	const folder = join(draft, 'schemas');
	mkdirSync(folder, { recursive: true });
	for (const entry of registry) {
		const { name, output, changes, stream } = await entry.load();
		const data = changes ? z.union([output, dryRunSchema]) : output;
		const success = z.strictObject({
			...(stream && { type: z.literal('result') }),
			ok: z.literal(true),
			data,
		});
		const failure = stream ? failureSchema.extend({ type: z.literal('result') }) : failureSchema;
		const schema = toJSONSchema(z.union([success, failure]), { unrepresentable: 'any' });
		const file = join(folder, `${name.replace(' ', '-')}.json`);
		writeFileSync(
			file,
			`${JSON.stringify({ title: `feedback ${name}`, ...schema }, null, '\t')}\n`,
		);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCommand();
