import { routes, searchOperations, type Operation, type Route } from '@feedback/contract';
import { describeInput, describeOutput, offers } from '@feedback/mcp';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { requireOperation } from './require-operation.ts';

const operationSchema = z.object({
	name: z.string(),
	summary: z.string(),
	need: z.string(),
	changes: z.boolean(),
	/** Commands that do it with options of their own. */
	commands: z.array(z.string()),
});
const schema = z.record(z.string(), z.unknown());

export const operationFind = defineCommand({
	name: 'operation find',
	summary: 'Find operations of the API by words, or describe one.',
	need: 'nothing',
	options: z.object({
		search: option(z.string().max(200).default(''), 'Words of its name or purpose.', 'words'),
		name: option(z.string().optional(), 'Describe this one, with its schemas.', 'operation'),
	}),
	positionals: ['search'],
	output: z.object({
		items: z.array(operationSchema),
		input: schema.optional(),
		output: schema.optional(),
	}),
	examples: [
		{ text: 'What can be done about audiences', line: 'operation find audience' },
		{ text: 'What an operation takes', line: 'operation find --name listAudit' },
	],
	run({ search, name }) {
		if (name === undefined) {
			return Promise.resolve({ items: searchOperations(search, commandsOf).map(describe) });
		}
		const operation = requireOperation(name);
		const route: Route = routes[operation.name];
		return Promise.resolve({
			items: [describe(operation)],
			input: describeInput(route),
			output: describeOutput(route),
		});
	},
	render: ({ items, input }, paint) =>
		[
			...items.map(
				({ name, summary, commands }) =>
					`${paint.bold(name)}  ${summary}${commands.length > 0 ? paint.dim(` (${commands.join(', ')})`) : ''}`,
			),
			...(input ? ['', JSON.stringify(input, null, 2)] : []),
		].join('\n'),
});

function commandsOf({ name }: Operation): readonly string[] {
	return offers[name]?.commands ?? [];
}

function describe(operation: Operation): z.output<typeof operationSchema> {
	return { ...operation, commands: [...commandsOf(operation)] };
}
