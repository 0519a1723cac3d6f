import { describe, expect, it } from 'vitest';

import { editAddress } from '../edit-address.ts';
import { describeInstallation } from './installation.ts';
import { writePackageCommand } from './package-commands.ts';

const base = 'https://docs.example.com';

describe('the source of the packages', () => {
	it('is the instance, until they are published', () => {
		const before = describeInstallation({ isPublished: false }, base);
		expect(before).toContain(`@feedback:registry ${base}/npm/`);
		expect(before).toContain(`\`${base}/npm/\` is the registry of`);
		expect(describeInstallation({ isPublished: true }, base)).toBe(
			'Install the SDK in an app with `npm install @feedback/sdk`.',
		);
	});

	it.each([
		['npx @feedback/cli init --yes', [`npx ${base}/npm/@feedback/cli/-/cli-0.4.0.tgz init --yes`]],
		['npx @feedback/client init', ['npx @feedback/client init']],
		[
			'      - run: npm install --global @feedback/cli',
			[`      - run: npm install --global ${base}/npm/@feedback/cli/-/cli-0.4.0.tgz`],
		],
		[
			'pnpm add @feedback/sdk',
			[
				`npm config set --location=project @feedback:registry ${base}/npm/`,
				'pnpm add @feedback/sdk',
			],
		],
		['npm install other', ['npm install other']],
	])('is named in a command: %s', (line, written) => {
		expect(writePackageCommand(line, base)).toEqual(written);
	});
});

describe('the address where pages are edited', () => {
	it.each([
		['', '', undefined],
		['', 'https://git.example/f', 'https://git.example/f/edit/main/site/'],
		['https://edit.example', 'https://git.example/f', 'https://edit.example/site/'],
	])('of %j and %j', (given, repository, expected) => {
		expect(editAddress(given, repository)).toBe(expected);
	});
});
