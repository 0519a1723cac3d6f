import { findOperation, listOperations, type Operation, type RouteName } from '@feedback/contract';

/** Operations that no call over MCP reaches, and why. */
export const notOverMcp: Partial<Record<RouteName, string>> = {
	exportResponses: 'It is a file; listResponses returns the same, page by page.',
	exportResponseLines: 'It is a file; listResponses returns the same, page by page.',
	exportResponsesParquet: 'It is a file; listResponses returns the same, page by page.',
	exportResponsesXlsx: 'It is a file; listResponses returns the same, page by page.',
	getScreenshot: 'It is a picture; listResponses has a link to it.',
	exportDisplays: 'It is a file; listDisplays returns the same, page by page.',
	exportDisplayLines: 'It is a file; listDisplays returns the same, page by page.',
	exportDisplaysParquet: 'It is a file; listDisplays returns the same, page by page.',
	exportDisplaysXlsx: 'It is a file; listDisplays returns the same, page by page.',
};

/** The operations that can be run by name, those that only people may do included: they fail with where to do it. */
export function listOffered(): Operation[] {
	return listOperations().filter(({ name }) => notOverMcp[name] === undefined);
}

/** The operation with this name, if it can be run. */
export function findOffered(name: string): Operation | undefined {
	const found = findOperation(name);
	return found && notOverMcp[found.name] === undefined ? found : undefined;
}
