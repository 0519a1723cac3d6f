import { callOperation } from '@feedback/client';
import { findRequiredGrant, prepareInput, routes, type Route } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { idempotencyKey, option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { requireOperation } from './require-operation.ts';

type Input = Record<string, unknown>;

export const operationRun = defineCommand({
	name: 'operation run',
	summary: 'Run any operation of the API by its name.',
	need: 'connection',
	place: 'site',
	changes: true,
	options: z.object({
		name: option(z.string(), 'The operation; "operation find" lists them.', 'operation'),
		input: option(
			z.string().optional(),
			'Its parameters as a JSON object; workspace and site may be left out.',
			'json',
		),
		file: option(
			z.string().min(1).optional(),
			'The same from a file, "-" for standard input.',
			'file',
		),
		'idempotency-key': idempotencyKey,
	}),
	positionals: ['name'],
	output: z.unknown(),
	examples: [
		{ text: 'The saved audiences of the site', line: 'operation run listAudiences' },
		{ text: 'With parameters', line: `operation run getScores --input '{"days":30}' --json` },
	],
	async run({ name: given, input: json, file, 'idempotency-key': key }, context) {
		const { name, changes } = requireOperation(given);
		const route: Route = routes[name];
		if (route.stream) {
			throw new Failure('usage', `${name} writes a file.`, {
				hint: 'Use "response export", "display export" or "response screenshot".',
			});
		}
		const written = await readInput(context, json, file);
		const input = prepareInput(route, await addPlace(context, route, written));
		const grant = findRequiredGrant(route, input);
		if (context.dryRun && changes) {
			if (grant) return context.describeDryRun(route.summary, grant);
			return { dry_run: true, would: route.summary, needs: route.need, approved: false };
		}
		const options = key === undefined ? {} : { idempotencyKey: key };
		const run = () => callOperation(context.client, name, input, options);
		return grant ? context.withApproval(grant, run) : run();
	},
	render: (data) => JSON.stringify(data, null, 2),
});

async function readInput(
	{ readText }: Context,
	json: string | undefined,
	file: string | undefined,
): Promise<Input> {
	if (json !== undefined && file !== undefined) {
		throw new Failure('usage', 'Pass at most one of --input and --file.');
	}
	const text = file === undefined ? (json ?? '{}') : await readText(file);
	try {
		return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
	} catch (cause) {
		throw new Failure('usage', 'The parameters must be a JSON object.', { cause });
	}
}

/** Adds the site or the workspace that the path needs. What only people may do has a page without a place, too. */
async function addPlace(context: Context, route: Route, input: Input): Promise<Input> {
	try {
		return await addOnlyPlace(context, route, input);
	} catch (error) {
		if (route.need === 'person' && error instanceof Failure) return input;
		throw error;
	}
}

async function addOnlyPlace(context: Context, route: Route, input: Input): Promise<Input> {
	const needs = Object.keys(route.params?.shape ?? {});
	if (needs.includes('site') && input['site'] === undefined) {
		return { ...input, site: await context.site() };
	}
	if (needs.includes('workspace') && input['workspace'] === undefined) {
		return { ...input, workspace: await context.workspace() };
	}
	return input;
}
