/** Pages that have moved: old path to new path, both with a trailing slash. Never remove an entry. */
export const redirects: Record<string, string> = {
	'/quickstart/': '/start/five-minutes/',
	'/prompts/look/': '/prompts/appearance/',
	'/reference/mcp/': '/agents/mcp/',
};
