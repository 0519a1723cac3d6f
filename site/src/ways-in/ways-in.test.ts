import { describe, expect, it } from 'vitest';

import { editAddress } from '../edit-address.ts';
import { describeInstallation } from './installation.ts';

const names = { sdkPackage: '@feedback/sdk', cliPackage: '@feedback/cli' } as const;

describe('the state of the packages', () => {
	it('warns while they are not in a registry, and names the repository when there is one', () => {
		const state = { ...names, repository: '', isPublished: false };
		expect(describeInstallation(state)).toContain('on no registry yet');
		expect(describeInstallation({ ...state, repository: 'https://git.example/f' })).toContain(
			'from a checkout of https://git.example/f.',
		);
	});

	it('explains how to install them afterwards', () => {
		expect(describeInstallation({ ...names, repository: '', isPublished: true })).toBe(
			'Install from npm: `npm install @feedback/sdk`; the command is `npx @feedback/cli`.',
		);
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
