// Every setting of the production server. `init` writes the commented file from it, and the docs list it.
import { emailDomainSchema } from '@feedback/contract';
import { z } from 'zod';

import { parseNetwork } from '../gateway/parse-network.ts';
import { askSchema } from './ask-schema.ts';
import { databaseSchema } from './database-schema.ts';
import { filesSchema } from './files-schema.ts';
import { s3Schema } from './s3-schema.ts';
import { slackSchema } from './slack-schema.ts';

/** An IP network, such as `10.0.0.0/8`, or a single address. */
const network = z
	.string()
	.refine((text) => parseNetwork(text) !== undefined, {
		error: 'must be an IP address or network, such as 127.0.0.1 or 10.0.0.0/8',
	});

// Deno's permissions do not accept IPv6 networks.
const ipv4Network = network.refine((text) => !text.includes(':'), {
	error: 'must be an IPv4 address or network, such as 10.0.0.0/8',
});

const port = '(?:[1-9]\\d{0,4})';
const listenPattern = new RegExp(`^(?:\\[[0-9a-fA-F:]+\\]|[\\w.-]+):${port}$`);

/**
 * Listen address: `host:port`. YAML reads a port without a host as a number, which causes the same message as any other
 * invalid text.
 */
const listenAddress = z.coerce
	.string<string>()
	.refine((text) => listenPattern.test(text) && Number(/\d+$/.exec(text)![0]) <= 65_535, {
		error: 'must be host:port, such as 127.0.0.1:8080',
	});

const originUrl = z
	.string()
	.refine(isOrigin, {
		error: 'must be an http or https URL without a path, such as https://feedback.example.com',
	});

const seconds = (max: number) => z.int().min(0).max(max);

const workspaceRole = z.enum(['owner', 'editor', 'viewer']);

const providerSchema = z
	.strictObject({
		id: z
			.string()
			.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens')
			.meta({ description: 'Part of the callback URL, `{public_url}/auth/callback/{id}`.' }),
		name: z.string().min(1).max(60).meta({ description: 'Name on the sign-in button.' }),
		issuer: z
			.url()
			.optional()
			.meta({ description: 'URL of the provider, from which its endpoints are discovered.' }),
		authorization_url: z
			.url()
			.optional()
			.meta({ description: 'URL of the authorization endpoint, if the provider publishes none.' }),
		token_url: z
			.url()
			.optional()
			.meta({ description: 'URL of the token endpoint, if the provider publishes none.' }),
		userinfo_url: z
			.url()
			.optional()
			.meta({ description: 'URL of the userinfo endpoint, if the provider publishes none.' }),
		client_id: z.string().min(1).meta({ description: 'Client ID that the provider issued.' }),
		client_secret: z
			.string()
			.min(1)
			.meta({ secret: true, description: 'Client secret that the provider issued.' }),
		scopes: z
			.array(z.string().min(1))
			.default(['openid', 'email', 'profile'])
			.meta({ description: 'Scopes to request.' }),
		verifies_emails: z
			.boolean()
			.default(false)
			.meta({
				description:
					'Whether the provider verifies every address without saying so, as Entra ID does for a single tenant.',
			}),
		allowed_domains: z
			.array(emailDomainSchema)
			.default([])
			.meta({ description: 'People with these e-mail domains may sign in without an invitation.' }),
		role_claim: z
			.string()
			.min(1)
			.optional()
			.meta({ description: 'Claim whose values decide the role, such as groups.' }),
		roles: z
			.record(z.string(), workspaceRole)
			.default({})
			.meta({ description: 'Role in the workspace for each value of that claim.' }),
	})
	.refine(
		({ issuer, authorization_url, token_url }) =>
			issuer !== undefined || (authorization_url !== undefined && token_url !== undefined),
		{ path: ['issuer'], error: 'is required unless authorization_url and token_url are set' },
	);

const mailSchema = z
	.strictObject({
		url: z
			.string()
			.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
			.meta({
				secret: true,
				description: 'The SMTP server. smtp:// upgrades to TLS; smtps:// uses it from the start.',
				example: 'smtp://user:password@mail.example.com:587',
			}),
		from: z
			.string()
			.min(3)
			.meta({ description: 'Sender of the messages.', example: 'Feedback <feedback@example.com>' }),
		ca_file: z
			.string()
			.min(1)
			.optional()
			.meta({
				description:
					"File with the certificate authorities that sign the mail server's certificate.",
			}),
	})
	.meta({ description: 'Mail, for sign-in codes and invitations.' });

const signInSchema = z
	.strictObject({
		password: z
			.boolean()
			.default(false)
			.meta({ description: 'Whether people may set a password.' }),
		passkeys: z.boolean().default(true).meta({ description: 'Whether people may add passkeys.' }),
		allowed_domains: z
			.array(emailDomainSchema)
			.default([])
			.meta({
				description:
					'People with these e-mail domains may sign up. Others need an invitation. `feedback-server settings` can replace the list without a restart.',
				example: ['example.com'],
			}),
		providers: z
			.array(providerSchema)
			.default([])
			.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
				error: 'must have a different id each',
			})
			.meta({ description: 'OpenID Connect providers, such as Google, Entra ID or Keycloak.' }),
	})
	.meta({ description: 'How people sign in to the dashboard.' });

const backupSchema = z
	.strictObject({
		to: z
			.string()
			.regex(
				/^(\/|s3:\/\/[a-z0-9.-]{3,63}(\/|$))/,
				'must be an absolute path or s3://bucket/prefix',
			)
			.meta({
				description: 'Where backups go: a folder, or s3://bucket/prefix.',
				example: '/var/backups/feedback',
			}),
		database_url: z
			.string()
			.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
			.optional()
			.meta({
				secret: true,
				description:
					'URL of an external database as a role that row-level security hides nothing from (BYPASSRLS).',
			}),
		s3: s3Schema.optional().meta({ description: 'The S3-compatible storage.' }),
		encryption_key: z
			.string()
			.regex(/AGE-SECRET-KEY-1[0-9A-Z]+/, 'must be a key of age: AGE-SECRET-KEY-1…')
			.optional()
			.meta({
				secret: true,
				description:
					'Key of age that encrypts backups; `feedback-server backup key` makes one. Keep a copy elsewhere: without it, backups cannot be restored.',
			}),
		keep: z.int().min(1).max(1_000).default(7).meta({ description: 'How many backups to keep.' }),
		every_hours: z
			.int()
			.min(1)
			.max(720)
			.default(24)
			.meta({
				description:
					'Hours between backups. In between, the embedded Postgres archives every change.',
			}),
	})
	.refine(({ to, s3 }) => to.startsWith('s3://') || s3 === undefined, {
		path: ['s3'],
		error: 'is for backups that go to s3://',
	})
	.meta({ description: 'Backups. Without this section, none are made.' });

const logSchema = z
	.strictObject({
		level: z
			.enum(['error', 'warn', 'info', 'debug'])
			.default('info')
			.meta({ description: 'Lowest level to write: error, warn, info or debug.' }),
		format: z
			.enum(['json', 'text'])
			.optional()
			.meta({ description: 'json or text. By default, text on a terminal and json elsewhere.' }),
	})
	.meta({ description: 'Logs, on standard output.' });

const drainSchema = z
	.strictObject({
		lame_duck_seconds: seconds(60)
			.default(0)
			.meta({
				description:
					'Seconds for which /readyz answers 503 before the server stops accepting requests.',
			}),
		timeout_seconds: seconds(300)
			.default(20)
			.meta({
				description: 'Seconds that running requests may take to finish when the server stops.',
			}),
	})
	.meta({ description: 'How the server stops.' });

/** The configuration file. Keys are in snake case, as in prompt files. */
export const configSchema = z
	.strictObject({
		public_url: originUrl.meta({
			description: 'URL of the server in browsers.',
			example: 'https://feedback.example.com',
		}),
		docs_url: originUrl
			.optional()
			.meta({
				description:
					'URL of the documentation in browsers, on a separate host name. Without it, the server does not serve the documentation.',
				example: 'https://docs.feedback.example.com',
			}),
		listen: listenAddress
			.default('127.0.0.1:8080')
			.meta({ description: 'Address and port to listen on, behind a proxy that terminates TLS.' }),
		metrics_listen: listenAddress
			.optional()
			.meta({
				description: 'Address and port of /metrics. Without it, metrics are off.',
				example: '127.0.0.1:9464',
			}),
		trusted_proxies: z
			.array(network)
			.default(['127.0.0.1', '::1'])
			.meta({ description: 'Proxies whose X-Forwarded-For is trusted: addresses or networks.' }),
		region_header: z
			.string()
			.toLowerCase()
			.regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a header')
			.refine(
				(name) => !/^(x-forwarded-|forwarded$|authorization$|cookie$|host$|content-)/.test(name),
				{ error: 'must be a separate header, such as cf-ipcountry' },
			)
			.optional()
			.meta({
				description:
					'Header in which a trusted proxy sends the country of the visitor. It is shown when a machine asks to sign in with a code.',
				example: 'cf-ipcountry',
			}),
		outgoing_https: z
			.boolean()
			.default(true)
			.meta({
				description:
					'Whether the API may call public IPv4 addresses by HTTPS, at port 443: for webhooks, Slack, issue trackers, the language model, and the metadata documents of OAuth clients.',
			}),
		data: z
			.string()
			.startsWith('/', 'must be an absolute path')
			.default('/var/lib/feedback')
			.meta({
				description: 'Folder for the secrets, and for the database if the server runs its own.',
			}),
		database: databaseSchema.prefault({}),
		mail: mailSchema.optional(),
		private_networks: z
			.array(ipv4Network)
			.default([])
			.meta({
				description:
					'Private networks in which webhooks may be received, by plain HTTP too. Link-local addresses never are.',
				example: ['10.0.0.0/8'],
			}),
		slack: slackSchema.optional(),
		sign_in: signInSchema.prefault({}),
		ask: askSchema.optional(),
		backup: backupSchema.optional(),
		files: filesSchema.optional(),
		log: logSchema.prefault({}),
		tracing: z
			.strictObject({
				endpoint: z
					.url()
					.meta({
						description: 'URL of an OpenTelemetry collector (OTLP over HTTP).',
						example: 'http://127.0.0.1:4318',
					}),
			})
			.optional()
			.meta({ description: 'Traces. Without this section, none are sent.' }),
		drain: drainSchema.prefault({}),
	})
	.refine(({ public_url, docs_url }) => !docs_url || hostOf(docs_url) !== hostOf(public_url), {
		path: ['docs_url'],
		// The server tells the two apart by the host of a request.
		error:
			'has the host of public_url; it must be an http or https URL with another host, such as https://docs.feedback.example.com',
	});

/** The configuration, complete with defaults. */
export type Config = z.output<typeof configSchema>;

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

function isOrigin(text: string): boolean {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol)) return false;
	return url.origin === text.replace(/\/$/, '');
}
