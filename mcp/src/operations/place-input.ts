import type { Route } from '@feedback/contract';

import { findSite, findWorkspace, NoOnlyPlace } from '../place.ts';
import type { Context } from '../tool.ts';
import { ToolFailure } from '../tool-failure.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * The input with the site or workspace that its path needs, if the caller named none. Throws when the server's address
 * is limited to another one, or when there are several; what only people may do has a page without a place, too.
 */
export async function placeInput(context: Context, route: Route, given: Input): Promise<Input> {
	try {
		return await addPlace(context, route, given);
	} catch (error) {
		if (route.need === 'person' && error instanceof NoOnlyPlace) return given;
		throw error;
	}
}

async function addPlace(context: Context, route: Route, given: Input): Promise<Input> {
	const { scope } = context;
	const needs = Object.keys(route.params?.shape ?? {});
	if (needs.includes('site')) {
		const named = toText(given['site']);
		if (scope.site && named !== undefined && named !== scope.site) throw outside('site');
		return { ...given, site: await findSite(context, named) };
	}
	if (scope.site) throw outside('site');
	if (needs.includes('workspace')) {
		const named = toText(given['workspace']);
		if (scope.workspace && named !== undefined && named !== scope.workspace) {
			throw outside('workspace');
		}
		return { ...given, workspace: await findWorkspace(context, named) };
	}
	if (scope.workspace) throw outside('workspace');
	return given;
}

function toText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function outside(noun: 'site' | 'workspace'): ToolFailure {
	return new ToolFailure('forbidden', `This address is limited to one ${noun}.`, {
		field: noun,
		hint: `Leave out ${noun}, or connect to the address of the server without it.`,
	});
}
