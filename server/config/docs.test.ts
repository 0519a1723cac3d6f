import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';

import { root } from '../layout/tree.ts';
import { writeConfigurationPage } from './configuration-page.ts';
import { describeProvider, describeSettings } from './describe-config.ts';

test('every setting says what it does', () => {
	const silent = [...describeSettings().flatMap(({ rows }) => rows), ...describeProvider()]
		.filter(({ description }) => description === '')
		.map(({ name }) => name);
	expect(silent).toEqual([]);
});

test('the page about the configuration is up to date', async () => {
	const path = join(root, 'content/self-hosting/configuration.mdx');
	const text = await format(writeConfigurationPage(), {
		...(await resolveConfig(path)),
		filepath: path,
	});
	await expect(text).toMatchFileSnapshot(path);
});
