import { join } from 'node:path';

import { expect, test } from 'vitest';

import { formatText } from '../../testing/format-text.ts';
import { keepSearchWords } from '../../testing/keep-search-words.ts';
import { root } from '../layout/tree.ts';
import { writeConfigurationPage } from './configuration-page.ts';
import { describeProvider, describeSettings } from './describe-config.ts';

test('every setting has a description', () => {
	const silent = [...describeSettings().flatMap(({ rows }) => rows), ...describeProvider()]
		.filter(({ description }) => description === '')
		.map(({ name }) => name);
	expect(silent).toEqual([]);
});

test('the page about the configuration is up to date', async () => {
	const path = join(root, 'content/self-hosting/configuration.mdx');
	const page = keepSearchWords(path, writeConfigurationPage());
	await expect(await formatText(path, page)).toMatchFileSnapshot(path);
});
