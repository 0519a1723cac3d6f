import { actions, routes, searchOperations, type Action, type Operation } from '@feedback/contract';
import { z } from 'zod';

import { offers } from '../generated/offers.ts';
import { describeInput, describeOutput } from '../operations/describe-operation.ts';
import { findOffered, notOverMcp } from '../operations/offered.ts';
import { unknownCommand } from '../operations/unknown-command.ts';
import { defineTool } from '../tool.ts';

/** Commands in one result. */
const most = 25;

export const commandsFind = defineTool({
	name: 'commands_find',
	title: 'Find a command',
	description:
		'What else the service can do, beyond the other tools: destinations, audiences, links, deletions, templates, settings… search by words; name returns the schemas of one.',
	commands: ['operation find'],
	need: 'nothing',
	effect: 'reads',
	input: z.strictObject({
		search: z.string().max(200).default(''),
		name: z.string().max(100).optional(),
	}),
	output: z.object({
		commands: z.array(z.looseObject({ name: z.string(), summary: z.string() })),
		more: z.number().optional(),
		input: z.record(z.string(), z.unknown()).optional(),
		output: z.record(z.string(), z.unknown()).optional(),
	}),
	run({ search, name }) {
		if (name !== undefined) {
			const found = findOffered(name);
			if (!found) return Promise.reject(unknownCommand(name));
			const route = routes[found.name];
			return Promise.resolve({
				commands: [describe(found)],
				input: describeInput(route),
				output: describeOutput(route),
			});
		}
		const found = searchOperations(search, ({ name: of }) => offers[of]?.commands ?? []).filter(
			(operation) => notOverMcp[operation.name] === undefined,
		);
		return Promise.resolve({
			commands: found.slice(0, most).map(describe),
			...(found.length > most && { more: found.length - most }),
		});
	},
});

function describe({ name, summary, need, changes }: Operation) {
	const { tools = [] } = offers[name] ?? {};
	return { name, summary, needs: sayNeed(need), changes, ...(tools.length > 0 && { tools }) };
}

function sayNeed(need: Operation['need']): string {
	if (need in actions) return `approval to ${actions[need as Action]}`;
	if (need === 'person') return 'a person in the dashboard';
	return need === 'nothing' ? 'nothing' : 'a sign-in';
}
