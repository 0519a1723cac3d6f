import type { Draw } from './drawing.ts';

/** Draws a prompt. */
export type PromptUi = { draw: Draw };
