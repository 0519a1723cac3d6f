export { opensPages } from './elicitation.ts';
export { readScope } from './scope.ts';
export type { Scope } from './scope.ts';
export { chooseTools, createServer } from './server.ts';
export {
	describeCatalog,
	describeServerCard,
	describeServerJson,
	serverCardPath,
	serverCardType,
	serverJsonPath,
} from './server-card.ts';
export type { ServerOptions } from './server.ts';
export type { AnyTool } from './tool.ts';
export { listOffered, notOverMcp } from './operations/offered.ts';
export { describeInput, describeOutput } from './operations/describe-operation.ts';
export { offers } from './generated/offers.ts';
export { terminalOnly, tools } from './tools.ts';
