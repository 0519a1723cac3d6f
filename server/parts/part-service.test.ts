import { expect, test } from 'vitest';

import { type Build, builds } from './builds.ts';
import { buildParts } from './part-service.ts';
import { builtParts } from './parts.ts';

test('a part whose build fails is reported and left out, and the others are built', async () => {
	const lines: string[] = [];
	const built: string[] = [];
	const build = async (needed: Build) => {
		if (needed.name === builds.site.name) throw new Error(`Building ${needed.name} failed:\nno.`);
		built.push(needed.name);
		return true;
	};
	const log = (line: string) => void lines.push(line);
	expect(
		await buildParts(builtParts, ['dashboard', 'site', 'example'], log, undefined, build),
	).toEqual(['dashboard', 'example']);
	expect(built).toEqual([
		builds.sdk.name,
		builds.command.name,
		builds.dashboard.name,
		builds.packages.name,
		builds.example.name,
	]);
	expect(lines).toEqual([
		'Building the documentation failed:\nno.',
		'Goes on without this part: Documentation.',
	]);
});

test('a cancelled start builds no further', async () => {
	const given = AbortSignal.abort(new Error('stopped'));
	const build = async (_: Build, __: unknown, signal?: AbortSignal) => {
		signal?.throwIfAborted();
		return true;
	};
	await expect(buildParts(builtParts, ['site'], () => undefined, given, build)).rejects.toThrow(
		'stopped',
	);
});

test('the documentation is built for the stack whose prompts it shows', async () => {
	const built: Build[] = [];
	const build = async (needed: Build) => built.push(needed) > 0;
	const context = { gatewayUrl: 'http://127.0.0.1:1234', siteId: 'site_demo000000' };
	await buildParts(builtParts, ['site', 'dashboard'], () => undefined, undefined, build, context);
	expect(built).toEqual([
		builds.sdk,
		builds.command,
		builds.packages,
		{
			...builds.site,
			environment: {
				FEEDBACK_DOCS_SITE_ID: 'site_demo000000',
				FEEDBACK_DOCS_API_URL: 'http://127.0.0.1:1234/functions/v1',
			},
		},
		builds.dashboard,
	]);
});

test('shared builds run once and first, and then the parts are built concurrently', async () => {
	const begun: string[] = [];
	let go = () => {};
	const both = new Promise<void>((resolve) => (go = resolve));
	const build = async (needed: Build) => {
		begun.push(needed.name);
		if (begun.length === 3) go();
		// Neither would end if one waited for the other.
		if (needed.name !== builds.sdk.name) await both;
		return true;
	};
	const served = await buildParts(
		builtParts,
		['dashboard', 'example'],
		() => undefined,
		undefined,
		build,
	);
	expect(served).toEqual(['dashboard', 'example']);
	expect(begun).toEqual([builds.sdk.name, builds.dashboard.name, builds.example.name]);
});

test('a part whose shared build fails is left out without another attempt', async () => {
	const tried: string[] = [];
	const build = async (needed: Build) => {
		tried.push(needed.name);
		throw new Error('no.');
	};
	expect(
		await buildParts(builtParts, ['dashboard', 'site'], () => undefined, undefined, build),
	).toEqual([]);
	expect(tried).toEqual([builds.sdk.name, builds.command.name]);
});
