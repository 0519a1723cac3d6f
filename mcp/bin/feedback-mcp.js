#!/usr/bin/env node
// The command has the sign-in and the launcher: this is `feedback mcp` under the package's own name.
process.argv.splice(2, 0, 'mcp');
await import('@feedback/cli/bin/feedback.js');
