export { editors, writeEditorConfig } from './editors.ts';
export type { Editor, Launch } from './editors.ts';
export { opensPages } from './elicitation.ts';
export { readScope } from './scope.ts';
export type { Scope } from './scope.ts';
export { chooseTools, createServer } from './server.ts';
export {
	describeCatalog,
	describeServerCard,
	serverCardPath,
	serverCardType,
} from './server-card.ts';
export type { ServerOptions } from './server.ts';
export type { AnyTool } from './tool.ts';
export { notOverMcp } from './operations/offered.ts';
export { describeInput, describeOutput } from './operations/describe-operation.ts';
export { offers } from './generated/offers.ts';
export { terminalOnly, tools } from './tools.ts';
