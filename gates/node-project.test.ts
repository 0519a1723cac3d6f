import { dirname, join } from 'node:path';

import ts from 'typescript';
import { expect, it } from 'vitest';

import { nodeFolders, writeNodeProject } from './node-project.ts';
import { root } from '../server/layout/tree.ts';

function listFiles(project: string): string[] {
	const { config } = ts.readConfigFile(project, (path) => ts.sys.readFile(path));
	return ts.parseJsonConfigFileContent(config, ts.sys, dirname(project)).fileNames;
}

it('the program of the folders on Node.js has the files of each', () => {
	const all = new Set(listFiles(writeNodeProject()));
	for (const folder of nodeFolders) {
		const own = listFiles(join(root, folder, 'tsconfig.json'));
		expect(own.length, folder).toBeGreaterThan(0);
		const missing = own.filter((path) => !all.has(path));
		expect(missing, folder).toEqual([]);
	}
});
