import { type z } from 'zod';

import { configSchema } from './config-schema.ts';
import { listSettings, unwrap } from './environment.ts';
import { metaOf } from './write-config.ts';

/** A setting as the documentation shows it. */
export type SettingRow = {
	/** Such as `database.pool_size`. */
	name: string;
	variable: string;
	description: string;
	/** What it takes when it is not set, as YAML; undefined when there is nothing. */
	default: string | undefined;
};

/** Every setting with its description and its default. */
export function describeSettings(): SettingRow[] {
	return listSettings().map(({ path, variable, schema }) => ({
		name: path.join('.'),
		variable,
		description: metaOf(schema).description ?? '',
		default: defaultOf(schema),
	}));
}

/** The settings of one entry of `sign_in.providers`. */
export function describeProvider(): SettingRow[] {
	const providers = unwrap(configSchema.shape.sign_in.unwrap().shape.providers) as z.ZodArray;
	return Object.entries((providers.element as z.ZodObject).shape).map(([name, schema]) => ({
		...{ name, variable: '' },
		description: metaOf(schema as z.ZodType).description ?? '',
		default: defaultOf(schema as z.ZodType),
	}));
}

function defaultOf(schema: z.ZodType): string | undefined {
	const parsed = schema.safeParse(undefined);
	if (!parsed.success || parsed.data === undefined) return undefined;
	return JSON.stringify(parsed.data)
		.replace(/^"(.*)"$/, '$1')
		.replaceAll(',"', ', "');
}
