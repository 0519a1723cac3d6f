/** URL of the MCP server of the local stack, which pages show; a server shows its URL in place of it. */
export const localMcpUrl = 'http://127.0.0.1:54321/functions/v1/mcp';
