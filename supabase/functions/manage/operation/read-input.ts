import {
	limits,
	parseInput,
	routes,
	ServiceError,
	type Route,
	type RouteName,
} from '@feedback/contract';
import { z } from 'zod';

import { guards, readJson } from '../../_shared/http/body.ts';
import type { Input } from './operation.ts';

const noQuery = z.strictObject({});

/** Path parameters, query and body of a request, parsed by its route's schemas. Throws a `ServiceError`. */
export async function readInput<Name extends RouteName>(
	name: Name,
	params: Record<string, string>,
	request: Request,
): Promise<Input<Name>> {
	const route: Route = routes[name];
	const query = readQuery(new URL(request.url).searchParams);
	guards.checkValue({ ...params, ...query }, '');
	const input: object = {
		...(route.params && parseInput(route.params, params)),
		// A filter with a typo must not be ignored.
		...parseInput(route.query?.strict() ?? noQuery, query),
		...(route.body && (await readBody(route, request))),
	};
	// What the schemas of the route return is its input, by the definition of the type.
	return input as Input<Name>;
}

/** A parameter that occurs more than once becomes a list. */
function readQuery(params: URLSearchParams): Record<string, string | string[]> {
	return Object.fromEntries(
		[...new Set(params.keys())].map((name) => {
			const values = params.getAll(name);
			return [name, values.length > 1 ? values : values[0]!];
		}),
	);
}

async function readBody(route: Route, request: Request): Promise<object> {
	const body = await readJson(request, guards, limits.management);
	guards.checkValue(body, '');
	try {
		return parseInput(route.body!, body) as object;
	} catch (error) {
		throw asPromptError(route, error);
	}
}

function asPromptError(route: Route, error: unknown): unknown {
	const ofPrompt = error instanceof ServiceError && /^content(\.|$)/.test(error.field ?? '');
	if (!ofPrompt || !route.errors?.includes('invalid_prompt')) return error;
	const { message, field = 'content' } = error;
	return new ServiceError('invalid_prompt', {
		message,
		field,
		hint: 'POST /validate lists every error at once.',
		cause: error,
	});
}

/** The `Idempotency-Key` of a write. Throws when a write has a key but does not support keys. */
export function readKey(route: Route, request: Request): string | undefined {
	const key = request.headers.get('idempotency-key');
	if (key === null || route.method === 'GET') return undefined;
	const field = 'idempotency-key';
	if (!route.idempotent) {
		throw new ServiceError('invalid_request', {
			message: 'This address takes no Idempotency-Key.',
			field,
		});
	}
	if (!limits.management.idempotencyKey.test(key)) {
		throw new ServiceError('invalid_request', {
			message: 'An Idempotency-Key has 1 to 255 visible ASCII characters.',
			field,
		});
	}
	return key;
}
