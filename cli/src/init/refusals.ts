import { createHash } from 'node:crypto';

import { scriptAddress } from '@feedback/contract/script-tag';

import type { App } from './app.ts';
import { allowsAddress, allowsInline, findDirective } from './content-policy.ts';
import type { ContentPolicy } from './content-policy.ts';
import { listScripts } from './edit-html.ts';
import { findPolicies } from './find-policies.ts';
import type { FileChange } from './framework.ts';

/** A Content Security Policy of the app that blocks the SDK, and the change that allows it. */
export type Refusal = {
	file: string;
	/** The directive to extend, or to add when `default-src` applies. */
	directive: string;
	/** The missing sources. */
	add: string[];
	/** The complete directive. */
	value: string;
};

type Needs = { apiUrl: string; byScript: boolean; files: readonly FileChange[] };

/** Finds the app's policies that would block the SDK from loading or reporting. */
export function findRefusals(app: App, needs: Needs): Refusal[] {
	return findPolicies(app).flatMap(({ file, policy }) => [
		...refusalOf(file, policy, 'connect', ofService(policy, 'connect', needs.apiUrl)),
		...(needs.byScript ? refusalOf(file, policy, 'script', listScriptSources(policy, needs)) : []),
	]);
}

function ofService(policy: ContentPolicy, kind: 'connect' | 'script', address: string): string[] {
	const directive = findDirective(policy, kind);
	return !directive || allowsAddress(directive.sources, address) ? [] : [new URL(address).origin];
}

function listScriptSources(policy: ContentPolicy, { apiUrl, files }: Needs): string[] {
	const directive = findDirective(policy, 'script');
	const hashes = files
		.filter(({ path }) => path.endsWith('.html'))
		.flatMap(({ text }) => listScripts(text))
		.filter(({ src, text }) => src === undefined && text.includes('Feedback'))
		.map(({ text }) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
	return [
		...ofService(policy, 'script', scriptAddress(apiUrl)),
		...hashes
			.filter((hash) => directive && !allowsInline(directive.sources, hash))
			.map((hash) => `'${hash}'`),
	];
}

function refusalOf(
	file: string,
	policy: ContentPolicy,
	kind: 'connect' | 'script',
	add: string[],
): Refusal[] {
	const decides = findDirective(policy, kind);
	if (!decides || add.length === 0) return [];
	const directive = decides.name === 'default-src' ? `${kind}-src` : decides.name;
	const kept = decides.sources.filter((source) => source.toLowerCase() !== "'none'");
	return [{ file, directive, add, value: [directive, ...kept, ...add].join(' ') }];
}

/** Describes a refusal and its fix. */
export function describeRefusal({ file, directive, add, value }: Refusal): string {
	return `The Content Security Policy in ${file} blocks the SDK: add ${add.join(' and ')} to ${directive}. The complete directive: ${value}`;
}
