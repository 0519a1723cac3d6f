import { ServiceError, uuidSchema } from '@feedback/contract';
import { z } from 'zod';

/** Restrictions of the server, from the query of its address or from flags. */
export type Scope = {
	site?: string;
	workspace?: string;
	/** Only tools that change nothing. */
	readOnly?: true;
	/** Only these tools. */
	tools?: readonly string[];
};

const flag = z.stringbool({ truthy: ['1', 'true', ''], falsy: ['0', 'false'] });
const parameters = z.object({
	site: uuidSchema.optional(),
	workspace: uuidSchema.optional(),
	read_only: flag.optional(),
	tools: z
		.string()
		.regex(/^[a-z_]+(,[a-z_]+)*$/, { error: 'must be names of tools with commas between' })
		.max(1_000)
		.optional(),
});

/**
 * The scope in the query of the server's address. A misspelled restriction must not be ignored: unknown tools and
 * invalid values throw `invalid_request`.
 *
 * @example
 * readScope(new URLSearchParams('site=018f…&read_only=1'), names); // { site: '018f…', readOnly: true }
 */
export function readScope(query: URLSearchParams, names: readonly string[]): Scope {
	const parsed = parameters.safeParse(Object.fromEntries(query));
	if (!parsed.success) {
		const { path, message } = parsed.error.issues[0]!;
		const field = String(path[0]);
		throw new ServiceError('invalid_request', { field, message: `${field}: ${message}.` });
	}
	const { site, workspace, read_only: readOnly, tools: list } = parsed.data;
	const tools = list?.split(',');
	const unknown = tools?.find((name) => !names.includes(name));
	if (unknown !== undefined) {
		throw new ServiceError('invalid_request', {
			field: 'tools',
			message: `There is no tool ${unknown}.`,
			hint: `The tools are ${names.join(', ')}.`,
		});
	}
	return {
		...(site !== undefined && { site }),
		...(workspace !== undefined && { workspace }),
		...(readOnly && { readOnly }),
		...(tools && { tools }),
	};
}
