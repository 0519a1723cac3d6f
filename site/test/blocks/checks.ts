import type { Block } from './read-blocks.ts';

/** A test of code blocks, or a rehearsal, and the blocks that it runs, parses or compares. */
export type Check = { file: string; covers(block: Block): boolean };

const compiled = ['ts', 'tsx', 'js', 'vue', 'svelte', 'astro', 'html', 'diff'];
const parsed = ['css', 'json', 'yaml', 'ini', 'sh'];

/** Every test of code blocks. */
export const checks: readonly Check[] = [
	{
		file: 'site/test/examples.test.ts',
		covers: ({ language, isWritten }) => isWritten && [...compiled, ...parsed].includes(language),
	},
	{
		file: 'site/test/api-calls.test.ts',
		covers: ({ page, language }) =>
			page.startsWith('api/') && ['sh', 'ts', 'json', 'csv', 'text'].includes(language),
	},
	{
		file: 'site/test/examples.test.ts',
		covers: ({ page, language }) => page === 'events/proofs' && language === 'python',
	},
	{
		file: 'e2e/rehearse/languages/event-proofs.test.ts',
		covers: ({ page, title }) => page === 'events/proofs' && /\.(rb|go|php)$/.test(title),
	},
	{
		file: 'e2e/rehearse/languages/webhooks.test.ts',
		covers: ({ page, title }) =>
			page === 'integrations/webhook-signatures' && /\.(py|rb|go|php)$/.test(title),
	},
	{
		file: 'e2e/rehearse/languages/syntax.test.ts',
		covers: ({ page, title }) => page.startsWith('install/') && /\.(py|rb|php)$/.test(title),
	},
	{
		file: 'e2e/rehearse/exports/exports.test.ts',
		covers: ({ page, title }) =>
			page === 'integrations/export' && ['answers.sql', 'by_plan.py'].includes(title),
	},
	{
		file: 'supabase/tests/docs-statements.test.ts',
		covers: ({ page, language, code }) =>
			page.startsWith('self-hosting/') && language === 'sql' && !code.includes('pg_cron'),
	},
	{
		file: 'mcp/test/docs.test.ts',
		covers: ({ page, language }) => page === 'agents/mcp' && language === 'toml',
	},
	{
		file: 'mcp/test/walk.test.ts',
		covers: ({ page, title }) =>
			page === 'agents/mcp-walk' && /^(Arguments of \w+|Answer)$/.test(title),
	},
	{
		file: 'cli/test/docs.test.ts',
		covers: ({ page, title }) => page === 'reference/prompt-file' && title === 'faults',
	},
	{
		file: 'contract/src/wire.test.ts',
		covers: ({ page, title }) =>
			page === 'reference/prompt-file' && title === 'export-experience.prompt.json',
	},
	{
		file: 'server/command/settings.test.ts',
		covers: ({ page, title }) => page === 'self-hosting/settings' && title === 'a change',
	},
	{
		file: 'e2e/rehearse/cluster/cluster.test.ts',
		covers: ({ page, title }) =>
			page === 'self-hosting/scaling' && ['other secrets', 'haproxy.cfg'].includes(title),
	},
	{
		file: 'e2e/rehearse/failover/failover.test.ts',
		covers: ({ page, title }) => page === 'self-hosting/scaling' && title === 'haproxy-patroni.cfg',
	},
	{
		file: 'server/operations/unit.test.ts',
		covers: ({ page, title }) =>
			page === 'self-hosting/backup' && title.startsWith('feedback-drill.'),
	},
	{
		file: 'e2e/rehearse/backup.test.ts',
		covers: ({ page, title }) =>
			page === 'self-hosting/backup' && title === '/etc/cron.d/pgbackrest-feedback',
	},
	{
		file: 'e2e/rehearse/image.test.ts',
		covers: ({ page, title }) =>
			page === 'self-hosting/containers' && ['compose.yaml', 'Containerfile'].includes(title),
	},
	{
		file: 'e2e/rehearse/metrics.test.ts',
		covers: ({ page, title }) => page === 'self-hosting/operations' && title === 'alerts.yaml',
	},
	{
		file: 'e2e/rehearse/proxy.test.ts',
		covers: ({ page, title }) =>
			page === 'self-hosting/proxy' && ['Caddyfile', 'nginx.conf'].includes(title),
	},
];
