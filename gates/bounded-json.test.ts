import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../server/layout/tree.ts';
import { listFiles } from './tree.ts';

// What strangers send is parsed by `parseJson`, which bounds its cost, and by nothing else. Listed here is code that
// parses what the service itself wrote, or what an operator's own provider sends.
const ownJson: Record<string, string> = {
	'contract/src/bounded-json.ts': 'the parser',
	'contract/src/prompt-file/arbitrary-prompt.ts': 'for tests',
	'contract/src/prompt-file/parse.ts':
		'a file of at most 262,144 characters, on its author’s machine',
	'server/identity/identity-plugin.ts': 'a row of the database',
	'server/identity/provider-claims.ts': 'the operator’s provider',
	'server/identity/provider-endpoints.ts': 'the operator’s provider',
	'site/src/server/built-site.ts': 'files of the build',
	'site/src/server/searches/stored-counts.ts': 'a file that the server wrote',
	'site/src/server/worker.ts': 'files of the build',
	'supabase/functions/deliver/email/mail-api.ts':
		'at most 4,096 bytes from the operator’s mail API',
	'supabase/functions/deliver/email/unsubscribe.ts': 'a token that the service signed',
	'supabase/functions/_shared/secrets/push-secret.ts': 'what the service encrypted',
	'supabase/functions/manage/operation/approval.ts': 'an error of the database',
	'supabase/functions/mcp/accept.ts': 'its own response',
	'supabase/functions/mcp/reply-failure.ts': 'its own response',
	'supabase/functions/sdk/unique-keys.ts': 'one key of a proof of at most 8,192 characters',
};

const parses = /\bJSON\.parse\(|(?<!Response)\.json\(\)/;
const rooms = ['contract/src', 'mcp/src', 'server/gateway', 'server/identity', 'site/src/server'];
const paths = listFiles(...rooms, 'supabase/functions').filter(
	(path) => /\.ts$/.test(path) && !/\.test\.ts$|\/tests\/|\/(src\/)?generated\//.test(path),
);

test('JSON from outside is parsed within limits', () => {
	const found = paths.filter((path) => {
		const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
		return parses.test(code);
	});
	expect(found.toSorted()).toEqual(Object.keys(ownJson).toSorted());
});
