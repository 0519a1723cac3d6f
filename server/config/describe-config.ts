import { type z } from 'zod';

import { configSchema } from './config-schema.ts';
import { listSettings, unwrap } from './environment.ts';
import { metaOf } from './write-config.ts';

/** Settings that are grouped in the file. */
export type SettingSection = {
	/** Name, such as `database`; `undefined` for the settings outside sections. */
	name: string | undefined;
	description: string;
	rows: SettingRow[];
};

/** A setting as the documentation shows it. */
export type SettingRow = {
	/** Such as `database.pool_size`. */
	name: string;
	description: string;
	/** Default value as YAML; undefined when there is none. */
	default: string | undefined;
};

/** Every setting with its description and its default, by section. */
export function describeSettings(): SettingSection[] {
	const sections: SettingSection[] = [];
	for (const { path, schema } of listSettings()) {
		const name = path.length > 1 ? path[0]! : undefined;
		let section = sections.find((known) => known.name === name);
		if (!section) {
			const of = name && configSchema.shape[name as keyof typeof configSchema.shape];
			section = { name, description: (of && metaOf(of).description) ?? '', rows: [] };
			sections.push(section);
		}
		section.rows.push(describe(path.join('.'), schema));
	}
	return sections;
}

/** The settings of one entry of `sign_in.providers`. */
export function describeProvider(): SettingRow[] {
	const providers = unwrap(configSchema.shape.sign_in.unwrap().shape.providers) as z.ZodArray;
	return Object.entries((providers.element as z.ZodObject).shape).map(([name, schema]) =>
		describe(name, schema as z.ZodType),
	);
}

function describe(name: string, schema: z.ZodType): SettingRow {
	return { name, description: metaOf(schema).description ?? '', default: defaultOf(schema) };
}

function defaultOf(schema: z.ZodType): string | undefined {
	const parsed = schema.safeParse(undefined);
	if (!parsed.success || parsed.data === undefined) return undefined;
	return JSON.stringify(parsed.data)
		.replace(/^"(.*)"$/, '$1')
		.replaceAll(',"', ', "');
}
