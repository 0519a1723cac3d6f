import { findClosestWord } from '../../../contract/src/prompt-file/closest-word.ts';
import { ToolFailure } from '../tool-failure.ts';
import { listOffered, notOverMcp } from './offered.ts';

/** The error about a name that is no command. */
export function unknownCommand(name: string): ToolFailure {
	const reason = Object.hasOwn(notOverMcp, name)
		? notOverMcp[name as keyof typeof notOverMcp]
		: undefined;
	const closest = findClosestWord(
		name,
		listOffered().map((operation) => operation.name),
	);
	const meant = closest === undefined ? '' : `Did you mean ${closest}? `;
	return new ToolFailure('invalid_request', `There is no command ${name} here.`, {
		field: 'name',
		hint: reason ?? `${meant}commands_find lists the commands.`,
	});
}
