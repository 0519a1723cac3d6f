// The local host of functions looks for this file and serves `handler.ts`.
export { handle } from './handler.ts';
