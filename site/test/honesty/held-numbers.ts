import type { HeldNumber } from './find-loose-numbers.ts';

const source = (file: string, text: string) => ({ file, text });

/** Numbers that are not limits of the contract, each with its source. */
export const heldNumbers: readonly HeldNumber[] = [
	{
		page: 'integrations/export',
		text: 'more than 32,767 characters',
		source: source('supabase/functions/manage/exports/xlsx.ts', 'cellCharacters = 32_767'),
	},
	{
		page: 'integrations/export',
		text: '1,048,576 rows',
		source: source('supabase/functions/manage/exports/xlsx.ts', 'rows: 1_048_576'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'at least 64 MB',
		source: source('server/data/free-bytes.ts', 'leastFreeBytes = 64 * 1024 * 1024'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'the last 30 seconds',
		source: source('supabase/functions/sdk/disk-full.ts', 'rememberedMs = 30_000'),
	},
	{
		page: 'integrations/payloads',
		text: 'for ten minutes',
		source: source('contract/src/delivery-limits.ts', 'quietMinutes: 10'),
	},
	{
		page: 'reference/statistics',
		text: '28 or 91 days',
		source: source('supabase/functions/manage/results/question-trend.ts', '28, 91]'),
	},
	{
		page: 'reference/statistics',
		text: 'below ten seconds, to seconds below ten minutes',
		source: source(
			'supabase/schemas/results/count_figures.sql',
			't.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600',
		),
	},
	{
		page: 'integrations/webhook-signatures',
		text: 'five minutes',
		source: source(
			'node_modules/standardwebhooks/dist/index.js',
			'WEBHOOK_TOLERANCE_IN_SECONDS = 5 * 60',
		),
	},
	{
		page: 'sdk/delivery',
		text: 'up to five minutes',
		source: source('sdk/src/later/drain-queue.ts', 'longestDelayMs = 300_000'),
	},
	{
		page: 'events/proofs',
		text: '32 bytes',
		source: source('sdk/src/server.ts', 'bytes?.length !== 32'),
	},
	{
		page: 'self-hosting/containers',
		text: 'allow it 90 seconds',
		source: source('server/operations/compose.yaml', 'stop_grace_period: 90s'),
	},
	{
		page: 'self-hosting/sign-in',
		text: 'within 24 hours',
		source: source('server/identity/sign-in-link.ts', 'linkHours = 24'),
	},
	{
		page: 'self-hosting/sign-in',
		text: 'within ten minutes',
		source: source('server/identity/messages.ts', 'codeMinutes = 10'),
	},
	{
		page: 'self-hosting/sign-in',
		text: 'at least 12 characters',
		source: source('server/identity/password.ts', 'min: 12'),
	},
	{
		page: 'self-hosting/sign-in',
		text: 'lasts 30 days',
		source: source('server/identity/better-auth.ts', 'expiresIn: 30 * day'),
	},
	{
		page: 'self-hosting/sign-in',
		text: 'last five minutes',
		source: source('server/identity/better-auth.ts', 'tokenSeconds = 300'),
	},
	{
		page: 'prompts/questions',
		text: 'by default 5',
		source: source('contract/src/question.ts', 'scale: z.number().int().min(2).max(10).default(5)'),
	},
	{
		page: 'prompts/frequency',
		text: 'by default 0',
		source: source(
			'contract/src/prompt.ts',
			'priority: z.number().int().min(-100).max(100).default(0)',
		),
	},
	{
		page: 'reference/oauth',
		text: '43 characters',
		source: source('supabase/functions/_shared/secrets/connection-token.ts', '[\\w-]{43}'),
	},
	{
		page: 'reference/oauth',
		text: 'at most 64 KiB',
		source: source('supabase/functions/oauth/client-document.ts', 'maxBytes: 65_536'),
	},
	{
		page: 'reference/oauth',
		text: 'at most 20 clients an hour',
		source: source(
			'supabase/schemas/connections/clients.sql',
			"'register', p_address, 20, interval '1 hour'",
		),
	},
	{
		page: 'reference/oauth',
		text: 'not used for 90 days',
		source: source(
			'supabase/schemas/retention/maintain.sql',
			"t.last_used_at < $1 - interval '90 days'",
		),
	},
	{
		page: 'reference/oauth',
		text: 'Ten wrong codes in ten minutes',
		source: source(
			'supabase/schemas/connections/devices.sql',
			"v_person, 10, interval '10 minutes'",
		),
	},
	{
		page: 'reference/typed-client',
		text: 'a timeout of 15 seconds',
		source: source('client/src/client.ts', 'timeout = 15_000'),
	},
	{
		page: 'privacy/retention',
		text: '400 days',
		source: source('supabase/schemas/retention/maintain.sql', "($1 - interval '400 days')"),
	},
	{
		page: 'privacy/retention',
		text: 'every ten minutes',
		source: source('supabase/migrations/20261128000100_tables.sql', "'*/10 * * * *'"),
	},
	{
		page: 'self-hosting/database',
		text: 'every ten minutes',
		source: source('server/postgres/retention.ts', 'everyMs = 10 * 60_000'),
	},
	{
		page: 'self-hosting/supabase',
		text: 'every ten minutes',
		source: source('supabase/migrations/20261128000100_tables.sql', "'*/10 * * * *'"),
	},
	{
		page: 'self-hosting/supabase',
		text: 'at most 90 seconds',
		source: source('supabase/migrations/20261128000100_tables.sql', "interval '90 seconds'"),
	},
	{
		page: 'agents/access',
		text: '90 days',
		source: source(
			'supabase/schemas/retention/maintain.sql',
			"('app.lost_access', $c$t.at < $1 - interval '90 days'$c$)",
		),
	},
	{
		page: 'dashboard/prompts',
		text: 'at most 1,000 matching events',
		source: source('supabase/schemas/forecast/count_replayed_events.sql', 'limit 1000) e'),
	},
	{
		page: 'self-hosting/one-machine',
		text: 'by default 4321',
		source: source('site/serve.ts', 'port = 4321'),
	},
	{
		page: 'self-hosting/operations',
		text: 'five times in ten seconds',
		source: source('supabase/functions/_shared/log/repeat-limit.ts', 'windowMs = 10_000'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'complete 10 seconds',
		source: source('server/gateway/gateway.ts', 'requestTimeoutMs: 10_000'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'at most 2 MiB',
		source: source('server/gateway/app.ts', 'bodyLimit = 2 * 1024 * 1024'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'at most 16 MiB of memory',
		source: source('server/gateway/forward.ts', 'sender: 16 * 1024 * 1024'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'an eighth of that',
		source: source('server/gateway/gateway.ts', 'maxConnections / 8'),
	},
	{
		page: 'self-hosting/proxy',
		text: '4,096 connections',
		source: source('server/gateway/gateway.ts', 'maxConnections: 4_096'),
	},
	{
		page: 'self-hosting/proxy',
		text: 'unused connections after 75 seconds',
		source: source('server/gateway/gateway.ts', 'keepAliveMs = 75_000'),
	},
	{
		page: 'self-hosting/supabase',
		text: 'at least 32 random bytes',
		source: source('supabase/functions/_shared/secrets/keyring.ts', 'bytes.length < 32'),
	},
	{
		page: 'agents/command-line',
		text: 'waits for an approval, 600 seconds',
		source: source('cli/src/approval.ts', 'defaultWait = 600'),
	},
	{
		page: 'agents/wizard',
		text: 'up to five minutes',
		source: source('cli/src/commands/init.ts', '.default(300)'),
	},
	{
		page: 'agents/mcp-security',
		text: 'at most 20 messages',
		source: source('supabase/functions/mcp/read-messages.ts', 'mostMessages = 20'),
	},
	{
		page: 'agents/mcp-security',
		text: 'after 55 seconds',
		source: source('mcp/src/server.ts', 'timeoutMs = 55_000'),
	},
	// Numbers of other products or examples.
	{ page: 'compare/formbricks', text: '23 languages' },
	{ page: 'reference/conditions', text: 'is not at least 10' },
	{ page: 'security/accessibility', text: 'at least 24 by 24 pixels' },
	{ page: 'self-hosting/scaling', text: 'about ten seconds' },
];
