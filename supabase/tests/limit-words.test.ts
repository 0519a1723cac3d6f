// Limits in the words of the schema: those by target, and those that messages name.
import { readFileSync } from 'node:fs';

import { limits } from '@feedback/contract';
import { expect, it } from 'vitest';

import { listCodeFiles } from '../../server/postgres/code/code-files.ts';

const { management } = limits;

it('limits by target are those of the contract', () => {
	const list = /function app\.target_limits\(\)[^$]*\$\$([^$]*)\$\$/.exec(
		readFileSync(new URL('../schemas/rate_limits/attempts.sql', import.meta.url), 'utf8'),
	)![1]!;
	const seconds = { minutes: 60, hour: 3_600, day: 86_400, days: 86_400 };
	const copied = [...list.matchAll(/\('(\w+)', (\d+), interval '(\d+) (\w+)'\)/g)].map(
		([, kind, times, number, unit]) => [
			kind,
			{ times: Number(times), seconds: Number(number) * seconds[unit as keyof typeof seconds] },
		],
	);
	expect(Object.fromEntries(copied)).toEqual(limits.target);
});

it('messages contain the values of their limits', () => {
	const code = listCodeFiles()
		.map(({ text }) => text)
		.join('\n');
	const named = new Map(
		[...code.matchAll(/'A (\w+) has at most ([\d,]+) ([a-z ]+)[.,]/g)].map(
			([, owner, number, what]) => [`${owner}: ${what}`, Number(number!.replaceAll(',', ''))],
		),
	);
	expect(Object.fromEntries(named)).toEqual({
		'site: saved audiences': limits.audience.perSite,
		'site: tags': limits.inbox.tags,
		'site: proposed tags': limits.inbox.proposedTags,
		'site: proposed labels': limits.inbox.proposedLabels,
		'prompt: live links to its results': limits.results.links,
		'prompt: saved filters': limits.results.filters,
		'site: destinations': limits.destination.perSite,
		'site: active site keys': limits.backend.keys,
		'site: proof keys': limits.proof.keys,
		'site: published prompts': limits.site.publishedPrompts,
		'workspace: members': management.members,
		'workspace: sites': management.sites,
		'workspace: templates': limits.template.perWorkspace,
	});
});
