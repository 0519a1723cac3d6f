import {
	destinationChangeSchema,
	destinationDescriptions,
	destinationSettingsSchema,
	eventTypeNames,
	findKindOfUrl,
	listIssues,
} from '@feedback/contract';
import { parse } from 'yaml';
import { z } from 'zod';

import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';

/** What has a URL by which its kind of destination is recognized. */
const recognizedUrls = Object.values(destinationDescriptions).flatMap(({ urls }) => urls?.of ?? []);

/** Options for what a destination receives, and where. */
export const settingsOptions = {
	file: option(
		z.string().min(1).optional(),
		'Settings as YAML or JSON, "-" for standard input; other options override it.',
		'settings_file',
	),
	name: option(z.string().min(1).optional(), 'What people call it.', 'name'),
	url: option(
		z.string().min(1).optional(),
		`Where requests go: an "https:" URL, or that of ${recognizedUrls.join(' or of ')}.`,
		'url',
	),
	events: option(
		z.string().min(1).optional(),
		`Event types, separated by commas: ${eventTypeNames.join(', ')}.`,
		'event_types',
	),
	prompts: option(
		z.string().min(1).optional(),
		'Only these prompts, separated by commas.',
		'prompt_uuids',
	),
	condition: option(
		z.string().min(1).optional(),
		'Only responses that match this condition, as JSON.',
		'condition',
	),
	final: option(z.boolean().default(false), 'Only completed responses.'),
	visitor: option(z.boolean().default(false), 'Also send the visitor’s account ID and traits.'),
};

type Given = z.output<z.ZodObject<typeof settingsOptions>>;

/** Reads the complete settings of a new destination; an error names the setting. */
export async function readSettings(context: Context, given: Given) {
	const settings = await collect(context, given);
	const url = settings['url'];
	const kind = (typeof url === 'string' ? findKindOfUrl(url) : undefined) ?? 'webhook';
	return check(destinationSettingsSchema, { kind, ...settings });
}

/** The settings to change. */
export async function readChange(context: Context, given: Given) {
	const change = await collect(context, given);
	if (Object.keys(change).length > 0) return check(destinationChangeSchema, change);
	throw new Failure('usage', 'There is nothing to change.', {
		next: [['feedback', 'webhook', 'update', '--help']],
	});
}

async function collect(
	{ readText }: Context,
	{ file, name, url, events, prompts, condition, final, visitor }: Given,
): Promise<Record<string, unknown>> {
	return {
		...(file !== undefined && parseObject(await readText(file), file)),
		...(name !== undefined && { name }),
		...(url !== undefined && { url }),
		...(events !== undefined && { event_types: split(events) }),
		...(prompts !== undefined && { prompts: split(prompts) }),
		...(condition !== undefined && { condition: parseObject(condition, '--condition') }),
		...(final && { partial: false }),
		...(visitor && { include_visitor: true }),
	};
}

function split(list: string): string[] {
	return list
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
}

function parseObject(text: string, source: string): Record<string, unknown> {
	try {
		const value: unknown = parse(text, { maxAliasCount: 0 });
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			return value as Record<string, unknown>;
		}
	} catch (cause) {
		throw new Failure('invalid_file', `${source} is neither YAML nor JSON.`, { cause });
	}
	throw new Failure('invalid_file', `${source} must contain an object.`);
}

function check<Schema extends z.ZodType>(schema: Schema, settings: object): z.input<Schema> {
	const parsed = schema.safeParse(settings, { reportInput: true });
	if (parsed.success) return settings as z.input<Schema>;
	const issue = listIssues(parsed.error)[0]!;
	const field = issue.path.join('.');
	throw new Failure('usage', `${field || 'The settings'} ${issue.message}.`, {
		details: { field },
		next: [['feedback', 'webhook', 'create', '--help']],
	});
}
