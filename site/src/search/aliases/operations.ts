/** Aliases of the pages about servers, security and privacy; `all.ts` says what an alias is. */
export const operationsAliases: Record<string, string> = {
	'/security/model/#_top': 'security overview, whitepaper, compliance, soc2, is it secure',
	'/security/model/#who-is-trusted-with-what': 'roles and permissions, owner, editor, viewer',
	'/security/model/#access-is-enforced-in-the-database':
		'row level security, rls, tenant isolation, multi-tenant, can other customers see our data',
	'/security/model/#public-and-secret': 'which keys are secret, leaked key, safe to expose',
	'/security/model/#text-from-strangers': 'xss, injection, sanitize, escape html',
	'/security/model/#sign-in': 'passwords, session, cookies, mfa, two factor',
	'/security/model/#what-is-in-the-audit-log': 'audit trail, logging of admins',
	'/security/model/#report-a-vulnerability': 'security contact, responsible disclosure, bug bounty',
	'/security/threats/#_top': 'attacks, risks, hacker, abuse, penetration test',
	'/security/threats/#a-stranger-with-your-site-id':
		'fake answers, spam responses, stuffing, flooding, bots, forged events, someone copied my key',
	'/security/threats/#a-stolen-site-key': 'leaked secret, compromised backend key',
	'/security/threats/#a-hostile-page-around-the-prompt': 'clickjacking, xss, iframe',
	'/security/threats/#a-script-that-was-tampered-with': 'supply chain, cdn compromise',
	'/security/threats/#an-attacker-with-a-copy-of-the-database':
		'data breach, leak, encryption at rest, dump stolen',
	'/security/threats/#denial-of-service-from-within': 'ddos, overload, flood',
	'/privacy/what-is-stored/#_top':
		'personal data, data collected, privacy policy text, dpa, tracking',
	'/privacy/what-is-stored/#in-the-visitors-browser':
		'cookie banner, do we need consent, cookies, local storage, tracking, localStorage, session storage, fingerprint, eprivacy',
	'/privacy/what-is-stored/#on-the-server': 'what personal data is collected, pii',
	'/privacy/what-is-stored/#network-addresses': 'ip address, geolocation, anonymize ip',
	'/privacy/what-is-stored/#keep-personal-data-out': 'pii, email in answers, mask, redact, scrub',
	'/privacy/what-is-stored/#who-can-read-responses':
		'access to answers, confidentiality, anonymous surveys',
	'/privacy/retention/#_top': 'how long is data stored, data retention period',
	'/privacy/retention/#individual-events': 'how long are events kept, purge, ttl',
	'/privacy/retention/#visitor-history': 'how long are people remembered, inactive users',
	'/privacy/retention/#responses':
		'how long are answers kept, delete answers of a survey, purge old submissions, retention of answers, delete automatically',
	'/privacy/retention/#keep-data-for-a-shorter-time':
		'reduce retention, auto delete, data minimization',
	'/security/accessibility/#_top':
		'a11y, wcag, section 508, ada, screen reader, keyboard, voiceover, color contrast',
	'/security/accessibility/#the-prompt':
		'keyboard navigation in the popup, screen reader, focus, wcag',
	'/self-hosting/one-machine/#_top': 'npm start, run locally, evaluate, development instance',
	'/self-hosting/one-machine/#addresses-and-ports':
		'port already in use, change the port, localhost url',
	'/self-hosting/one-machine/#connect-to-the-database': 'psql, sql, inspect the data, database gui',
	'/self-hosting/one-machine/#the-demo-workspace': 'sample data, seed, demo login, example site',
	'/self-hosting/debian/#_top': 'self-host, on premise, host it ourselves, vps, systemd, ubuntu',
	'/self-hosting/debian/#install':
		'ubuntu, apt, deb, linux server, bare metal, hetzner, ec2, droplet',
	'/self-hosting/debian/#let-people-in':
		'first admin, create an account, initial user, admin password',
	'/self-hosting/debian/#back-up-and-restore-on-another-machine':
		'move to a new server, migrate hosts',
	'/self-hosting/debian/#upgrade': 'update to a new version, new release, downgrade',
	'/self-hosting/containers/#_top':
		'docker, docker compose, podman, image, portainer, coolify, dokploy',
	'/self-hosting/containers/#settings': 'environment variables, env file',
	'/self-hosting/containers/#the-image': 'dockerfile, non-root, read-only, volume, user',
	'/self-hosting/containers/#upgrade': 'pull a new version, update the image',
	'/self-hosting/configuration/#_top':
		'config file, environment variables, env vars, yaml, settings of the server, all options',
	'/self-hosting/configuration/#mail': 'smtp, sender, from address, email server',
	'/self-hosting/configuration/#sign_in': 'login settings, disable registration, password login',
	'/self-hosting/configuration/#backup': 's3, bucket, schedule of backups',
	'/self-hosting/configuration/#log': 'log level, verbose, json logs',
	'/self-hosting/sign-in/#_top': 'authentication, login, sso, mfa, users of the dashboard',
	'/self-hosting/sign-in/#the-first-owner':
		'admin account, locked out, lost access, recover the owner',
	'/self-hosting/sign-in/#invitations-and-allowed-domains':
		'restrict registration, company email only, domain restriction, who can join',
	'/self-hosting/sign-in/#ways-to-sign-in': 'passkey, magic link, password, webauthn, two factor',
	'/self-hosting/sign-in/#providers':
		'sso, saml, oidc, google, azure ad, entra, okta, keycloak, github login, ldap',
	'/self-hosting/sign-in/#roles-from-a-claim': 'group mapping, scim, role sync, provisioning',
	'/self-hosting/sign-in/#sessions': 'log everyone out, session expiry, remember me',
	'/self-hosting/database/#_top':
		'postgres, postgresql, mysql, sqlite, supported databases, version',
	'/self-hosting/database/#a-database-server-of-yours':
		'connect to my own postgres, external database, rds, managed postgres, connection string, neon, cloud sql, azure, aurora, crunchy, existing postgres',
	'/self-hosting/database/#migrations': 'schema changes, apply migrations, alter table',
	'/self-hosting/database/#tls': 'ssl to the database, sslmode, certificate',
	'/self-hosting/database/#poolers': 'pgbouncer, connection pool, supavisor, max connections',
	'/self-hosting/proxy/#_top':
		'reverse proxy, https, tls certificate, letsencrypt, load balancer, traefik, apache, cloudflare',
	'/self-hosting/proxy/#what-the-server-serves': 'routes, paths, urls of the server',
	'/self-hosting/proxy/#whose-address-counts':
		'client ip, x-forwarded-for, trusted proxy, real ip, cloudflare',
	'/self-hosting/proxy/#restart-without-losing-a-request':
		'zero downtime, rolling restart, graceful shutdown, sigterm',
	'/self-hosting/scaling/#_top':
		'high availability, ha, two nodes, cluster, redundancy, horizontal scaling, replicas, load balancing',
	'/self-hosting/scaling/#start-the-second-server': 'add a node, second instance',
	'/self-hosting/scaling/#postgresql-that-fails-over':
		'failover, standby, replica, patroni, database high availability, replication',
	'/self-hosting/scaling/#where-the-first-limit-is':
		'how big a server, sizing, hardware requirements, cpu, ram, millions of events, capacity planning',
	'/self-hosting/operations/#_top': 'observability, health check, monitoring, uptime',
	'/self-hosting/operations/#what-it-connects-to':
		'outgoing connections, firewall, egress, air-gapped, telemetry, phone home',
	'/self-hosting/operations/#logs': 'log files, journald, find a request id',
	'/self-hosting/operations/#metrics': 'prometheus, grafana, scrape, datadog',
	'/self-hosting/operations/#alerts': 'paging, on-call, what to alert on',
	'/self-hosting/operations/#traces': 'opentelemetry, otel, jaeger, tracing',
	'/self-hosting/backup/#_top':
		'disaster recovery, dump, snapshot, point in time recovery, pitr, wal archive',
	'/self-hosting/backup/#set-it-up': 'nightly backup, s3 bucket, minio, schedule, encrypt backups',
	'/self-hosting/backup/#restore':
		'point-in-time recovery, recover, roll the database back, lost data, disaster',
	'/self-hosting/encryption-key/#_top':
		'master key, lost the key, secret rotation, encryption at rest, sealing, kms, vault',
	'/self-hosting/settings/#_top':
		'admin settings, instance administration, superadmin, number of workspaces',
	'/self-hosting/settings/#who-may-sign-up':
		'disable registration, who can create a workspace, cap the number of workspaces, open or closed',
	'/self-hosting/supabase/#deploy': 'deploy to supabase, hosted supabase project',
	'/self-hosting/supabase/#your-own-domain': 'custom domain, own hostname',
	'/self-hosting/supabase/#mail': 'smtp on supabase, auth emails',
	'/self-hosting/supabase/#retention-on-a-hosted-project': 'cron on supabase, scheduled deletion',
	'/self-hosting/proxy/#use-a-host-name-not-a-path':
		'sub-path, subpath, subfolder, base path, path prefix, subdirectory',
};
