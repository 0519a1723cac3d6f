import type { Prompt, RouteOutput } from '@feedback/contract';

export type PromptSummary = RouteOutput<'listPrompts'>['items'][number] & { content: Prompt };
