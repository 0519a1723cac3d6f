// The package's types: one file for each entry, with the contract's wire types written into it.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

import { Extractor, ExtractorConfig, type IConfigFile } from '@microsoft/api-extractor';

const entries = ['index', 'headless', 'preview', 'server'];

/**
 * Writes `dist/<entry>.d.ts` in the buildFolder, and the public surface to `api/<entry>.api.md`, which is committed.
 * With `check`, compares the committed surface instead, and throws if it differs.
 */
export function buildTypes(root: string, buildFolder: string, { check = false } = {}): void {
	const declarations = join(buildFolder, 'types');
	const compiler = join(root, '../node_modules/typescript/bin/tsc');
	const project = join(root, 'tsconfig.types.json');
	execFileSync(process.execPath, [compiler, '-p', project, '--outDir', declarations], {
		stdio: 'inherit',
	});
	mkdirSync(join(root, 'api'), { recursive: true });
	for (const entry of entries) {
		const config: IConfigFile = {
			projectFolder: root,
			mainEntryPointFilePath: join(declarations, `sdk/src/${entry}.d.ts`),
			bundledPackages: ['@feedback/contract'],
			compiler: { overrideTsconfig: describeCompiler(declarations) },
			newlineKind: 'lf',
			apiReport: {
				enabled: true,
				reportFileName: entry,
				reportFolder: join(root, 'api'),
				reportTempFolder: join(declarations, 'api'),
			},
			dtsRollup: { enabled: true, untrimmedFilePath: join(buildFolder, `dist/${entry}.d.ts`) },
			docModel: { enabled: false },
			tsdocMetadata: { enabled: false },
			messages: {
				compilerMessageReporting: { default: { logLevel: 'error' as never } },
				extractorMessageReporting: {
					default: { logLevel: 'error' as never },
					'ae-forgotten-export': { logLevel: 'none' as never },
					'ae-undocumented': { logLevel: 'none' as never },
					'ae-missing-release-tag': { logLevel: 'none' as never },
				},
				tsdocMessageReporting: { default: { logLevel: 'none' as never } },
			},
		};
		const result = Extractor.invoke(
			ExtractorConfig.prepare({
				configObject: config,
				configObjectFullPath: join(root, 'api-extractor.json'),
				packageJsonFullPath: join(root, 'package.json'),
			}),
			{
				localBuild: !check,
				messageCallback(message) {
					// Print problems only.
					if (message.logLevel === 'info' || !check) message.handled = message.logLevel !== 'error';
				},
			},
		);
		if (!result.succeeded) throw new Error(`The types of "${entry}" are not as they should be.`);
		// TypeScript reads the kind of module from the name.
		const types = join(buildFolder, `dist/${entry}.d`);
		copyFileSync(`${types}.ts`, `${types}.cts`);
	}
}

function describeCompiler(declarations: string) {
	return {
		compilerOptions: {
			target: 'es2023',
			lib: ['es2023', 'dom'],
			module: 'esnext',
			moduleResolution: 'bundler',
			types: [],
			strict: true,
			skipLibCheck: true,
			paths: { '@feedback/contract/wire': [join(declarations, 'contract/src/wire.d.ts')] },
		},
		files: entries.map((entry) => join(declarations, `sdk/src/${entry}.d.ts`)),
	};
}
