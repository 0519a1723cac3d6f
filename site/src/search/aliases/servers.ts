/** Aliases of the pages about servers; `all.ts` explains what an alias is. */
export const serversAliases: Record<string, string> = {
	'/self-hosting/backup/#_top':
		'disaster recovery, dump, snapshot, point in time recovery, pitr, wal archive, how to back up, backup strategy, rpo, lose at most, automatic backups, export everything, what to back up, backup before updating',
	'/self-hosting/backup/#set-up-backups':
		'nightly backup, s3 bucket, minio, schedule, encrypt backups, enable backups, s3 backup, age key, encrypted backup, backup failed, access denied bucket, retention of backups, nightly dump to minio, daily backup',
	'/self-hosting/backup/#a-folder':
		'backup to local disk, nfs, mounted drive, permission denied backup folder, read-only file system, ReadWritePaths',
	'/self-hosting/backup/#what-is-stored':
		'backup format, files in the backup, tar.gz.age, are secrets in the backup, size of backups, old backups deleted, are hooks and config files included in the backup, portable backup, what the backup contains',
	'/self-hosting/backup/#mark-a-moment':
		'snapshot before upgrade, backup now, manual backup, restore point, savepoint, list backups, backup before an update, snapshot before updating',
	'/self-hosting/backup/#restore':
		'point-in-time recovery, recover, roll the database back, lost data, disaster, restore backup, point in time, recover deleted data, go back to yesterday, restore fails, wrong key, restore on a new machine, restore only one table, restore a dump into a new instance, move to a bigger machine, restore shows success but data missing, restore backup on another instance, upload a backup file, import backup, restore not working, deploy clean and restore, migrate by backup, restore on windows, move to a new server, migrate the installation, new machine, disaster recovery, restore on a different host',
	'/self-hosting/backup/#an-external-database-by-pg_dump':
		'pg_dump version mismatch, backup external database, row-level security dump, permission denied for table, BYPASSRLS, server version mismatch, pg_restore',
	'/self-hosting/backup/#an-external-database-by-pgbackrest':
		'pgbackrest, wal archiving, pitr of own postgres, barman, wal-g',
	'/self-hosting/configuration/#_top':
		'config file, environment variables, env vars, yaml, settings of the server, all options, environment variable list, all settings, feedback.yaml, config reference, public url, listen address, port, change domain, how to configure, unknown setting, invalid configuration, webapp url, change the domain, redirect to localhost:3000, base url wrong, NEXTAUTH_URL, allow private ip for webhooks, webhook allowed hosts, trusted proxy setting, enable feature by env, required setting, which variables',
	'/self-hosting/configuration/#database':
		'DATABASE_URL, connection string, ECONNREFUSED 5432, password authentication failed, pool size, connection refused, too many connections, database host, ca certificate, econnrefused 127.0.0.1:5432, connect econnrefused, database connectivity, database url, connection refused in docker',
	'/self-hosting/configuration/#mail':
		'smtp, sender, from address, email server, SMTP_HOST, smtp settings, emails never arrive, invitation mail not sent, sender address, port 587, 465, starttls, mail from, gmail smtp, mailgun, ses, self signed mail server, authentication failed, connection timeout to smtp, verification mail not sent, smtp without authentication, mails end up nowhere, registration mail, no mail server, 535 authentication failed, smtp auth extension not found, unknown smtp server, emails not being sent, debug emails, does it need smtp, external smtp required, x509 certificate mail, verification email missing, invited members do not receive emails, port 25, tls off, test email fails, sending to gmail, smtp credentials optional, pending email verification, code by email never arrives, dial tcp 127.0.0.1:25, port 25 connection refused, not delivered to gmail accounts, send a test e-mail, mails rejected, spf, dkim',
	'/self-hosting/configuration/#sign_in':
		'login settings, disable registration, password login, enable password login, disable passkeys, allowed email domains, DISABLE_SIGNUP, only company emails, self registration',
	'/self-hosting/configuration/#backup':
		's3, bucket, schedule of backups, s3 settings, backup bucket, minio, r2, backblaze, backup interval, how often, keep backups',
	'/self-hosting/configuration/#log':
		'log level, verbose, json logs, LOG_LEVEL, debug logs, more output, log format',
	'/self-hosting/configuration/#tracing': 'otel exporter, opentelemetry settings, OTLP endpoint',
	'/self-hosting/configuration/#drain':
		'graceful shutdown settings, timeout on stop, readyz, rolling deploy, terminationGracePeriod',
	'/self-hosting/configuration/#providers':
		'OIDC_CLIENT_ID, OIDC_ISSUER, client secret, google login settings, sso env, scopes, issuer url, azure, keycloak settings, oidc env variables, redirect uri after upgrade, callback url openid, oidc client id, sso button missing',
	'/self-hosting/containers/#_top':
		'docker, docker compose, podman, image, portainer, coolify, dokploy, docker-compose.yml, docker image, docker hub, ghcr, pull image, run with docker, synology, unraid, dockerfile, caprover, easypanel, swarm, official image, no image on docker hub, arm64, raspberry, run it with docker, container does not start, missing variable, environment variables, docker compose up, exits at once',
	'/self-hosting/containers/#start':
		'docker compose up, container keeps restarting, exits with code 1, unhealthy, env file, domain, ports 80 and 443, existing reverse proxy, traefik labels, first owner in docker, cannot reach dashboard, not reachable after docker compose up, caddy cannot get certificate, acme, container restarts in a loop, dns not set, connection refused on 443, endless restart loop, cannot reach the web app, quick install, docker compose up fails, acme challenge fails, ssl certificate not issued, https does not work after install',
	'/self-hosting/containers/#settings':
		'environment variables, env file, env variables, environment in compose, docker secrets, _FILE, which variables does the container read, FEEDBACK_ variables, env not applied, environment variable in docker-compose, secret in a file, set the url in docker',
	'/self-hosting/containers/#the-image':
		'dockerfile, non-root, read-only, volume, user, permission denied, EACCES mkdir, user id 10001, chown, volume mount, bind mount, read-only file system, rootless, single container, arm64 image, data directory, tmpfs, EACCES, permission of the volume, restarts in a loop, unhealthy container, healthcheck fails, permission of data directory, arm64 docker image, pull image manifest unknown, no image for arm',
	'/self-hosting/containers/#back-up-and-restore':
		'backup docker volume, pg_dump in docker, restore container, copy volumes, lost volume, docker down -v',
	'/self-hosting/containers/#upgrade':
		'pull a new version, update the image, docker compose pull, update image, new tag, upgrade fails in docker, migration at startup, downtime, rollback image, 502 during upgrade, latest tag, update went wrong in docker, return to the former image, upgrade to new version with docker, update breaks, docker update, after the update, migration error on start, data gone after update, latest self-hosted version, upgrade notes',
	'/self-hosting/database/#_top':
		'postgres, postgresql, mysql, sqlite, supported databases, version, postgres version, which database, mongodb, timescale, does it need redis, external services, postgres 16, cockroachdb, supported postgres, dependencies',
	'/self-hosting/database/#the-servers-own-postgres':
		'bundled postgres, embedded database, no database needed, psql into the embedded database, database log, tuning, shared_buffers, root connect, bundled postgres does not start, postgres missing, initdb, database of the installation',
	'/self-hosting/database/#use-your-own-postgresql-server':
		'connect to my own postgres, external database, rds, managed postgres, connection string, neon, cloud sql, azure, aurora, crunchy, existing postgres, external postgres, supabase db, permission denied to create role, must be superuser, create extension, password authentication failed, database user rights, use an existing database, managed database, superuser needed, database user without superuser, heroku postgres, rds postgres, cannot connect to database server',
	'/self-hosting/database/#migrations':
		'schema changes, apply migrations, alter table, migration failed, stuck migration, migrations at startup, schema version, newer database, relation does not exist, column does not exist, server does not start after upgrade, downgrade, lock, database was upgraded by a newer version, P3009, found failed migrations, relation does not exist after upgrade, failed migration, database error after update, migration error, migration fails when upgrading, failed to apply migration, constraint does not exist, migrations run at startup, prevents from starting, migration timed out',
	'/self-hosting/database/#skip-versions-when-you-upgrade':
		'upgrade from an old version, several versions behind, jump over releases, upgrade path, step by step upgrade, intermediate version, minimum version, cumulative migrations',
	'/self-hosting/database/#tls':
		'ssl to the database, sslmode, certificate, ssl, self signed certificate in certificate chain, no pg_hba.conf entry no encryption, sslmode require, unable to verify the first certificate, ca certificate, certificate has expired, SSL connection, server does not support SSL, no pg_hba.conf entry for host, ssl off, ssl required, server does not support ssl, certificate of the database',
	'/self-hosting/database/#poolers':
		'pgbouncer, connection pool, supavisor, max connections, pgbouncer transaction mode, prepared statement already exists, prepared statement does not exist, too many clients already, remaining connection slots are reserved, start with pgbouncer, pgbouncer cannot connect, transaction mode, too many connections',
	'/self-hosting/database/#pg_cron':
		'extension missing, pg_cron not available, scheduled jobs, delete expired data, background job, cron, cron.database_name, extension pg_cron, cron job does not run',
	'/self-hosting/database/#upgrade-to-postgres-18':
		'database files are incompatible with server, pg_upgrade, major version upgrade, postgres 16 to 17, 17 to 18, initialized by PostgreSQL version',
	'/self-hosting/database/#move-the-data-to-your-own-postgresql-server':
		'switch from embedded to external database, migrate data to rds, outgrow the embedded postgres, copy the data folder, dump and restore to another server, other postgres, change the database host, rds, switch database, keep the data, external database later',
	'/self-hosting/debian/#_top':
		'self-host, on premise, host it ourselves, vps, systemd, ubuntu, self-host on ubuntu, vps installation, production install, without docker, bare metal, systemd service, hetzner, digitalocean, requirements of a server, arm64, raspberry, ubuntu 24.04, rocky, fedora',
	'/self-hosting/debian/#install':
		'ubuntu, apt, deb, linux server, bare metal, hetzner, ec2, droplet, node version on the server, npm install global, tgz, deb package, arm, raspberry pi, server requirements, installation fails, postgres package, set up on a vps',
	'/self-hosting/debian/#configure':
		'configuration file, feedback-server init, secrets.json, permissions, smtp in the config, data directory',
	'/self-hosting/debian/#start':
		"systemctl start, service does not start, caddy, https certificate, let's encrypt, enable at boot, systemd unit, permission denied writing a folder",
	'/self-hosting/debian/#let-people-in':
		'first admin, create an account, initial user, admin password, create admin user, first login, no login after installation, setup page, initial account, invite colleagues, locked out of the dashboard, reset admin password, create the first user, admin on initial run',
	'/self-hosting/debian/#ask-the-first-question':
		'first survey on my own server, connect app to own server, sdk url of my server',
	'/self-hosting/debian/#back-up-and-restore-on-another-machine':
		'move to a new server, migrate hosts, migrate server, move to a new host, without losing data, change the machine, restore backup on new vps, switch provider, move our installation to a bigger machine, move to another server, move instance to another host, copy data to a new server',
	'/self-hosting/debian/#upgrade':
		'update to a new version, new release, downgrade, update version, how to upgrade, breaking changes, rollback after a failed update, old version, go back to the old release, failed upgrade, latest version, update went wrong, return to the former version, newer version without losing data, safe upgrade, how to update, replace the binary, install updates, update broke the server, upgrade guide, migration guide, new version available, upgrade notes, upgrading path, upgrade path from older versions',
	'/self-hosting/debian/#what-has-been-tested':
		'is the upgrade safe, tested upgrade, rehearsal, which distributions are tested, arm64 support, raspberry pi, supported platforms, supported processors',
	'/self-hosting/encryption-key/#_top':
		'master key, lost the key, secret rotation, encryption at rest, sealing, kms, vault, ENCRYPTION_KEY, rotate encryption key, lost encryption key, failed to decrypt, secrets at rest, what is encrypted, change the secret, key rotation, encryption key changed, integrations broken after key change, decrypt error',
	'/self-hosting/encryption-key/#on-one-server':
		'rotate secrets on one server, secrets rotate command, steps',
	'/self-hosting/encryption-key/#on-several-servers':
		'rotate in a cluster, copy secrets.json, key mismatch between servers',
	'/self-hosting/encryption-key/#on-supabase': 'rotate on supabase, FEEDBACK_SEALING_SECRET',
	'/self-hosting/encryption-key/#backups':
		'old backup with old key, restore after rotation, decrypt fails after restore',
	'/self-hosting/one-machine/#_top':
		'npm start, run locally, evaluate, development instance, local stack, development environment, try it locally, without docker, supabase local, contribute, run from source, run it locally without smtp, local demo, evaluate without mail server, verification email locally',
	'/self-hosting/one-machine/#start-and-stop':
		'first start takes long, how to stop, ctrl-c, restart, build failed, npm start hangs',
	'/self-hosting/one-machine/#addresses-and-ports':
		'port already in use, change the port, localhost url, EADDRINUSE, address already in use, change port 54321, which port, localhost, access from another computer, lan, 0.0.0.0',
	'/self-hosting/one-machine/#the-data-folder':
		'where is the data stored, reset local data, start fresh, .feedback folder, created by another version, wipe, power failure',
	'/self-hosting/one-machine/#when-a-part-fails':
		'503 unavailable on the local stack, crashed, health, restart loop, local health, service does not respond, stuck, service keeps crashing, part does not start',
	'/self-hosting/one-machine/#connect-to-the-database':
		'psql, sql, inspect the data, database gui, sql client, dbeaver, pgadmin, tableplus, look into the tables, postgres password, query the data',
	'/self-hosting/one-machine/#the-demo-workspace':
		'sample data, seed, demo login, example site, demo data, sample prompts, remove demo, demo account password, seed data',
	'/self-hosting/one-machine/#run-only-the-documentation':
		'host the docs, docs site url, serve documentation, offline docs, FEEDBACK_DOCS_URL',
	'/self-hosting/one-machine/#ask-readers-whether-a-page-helped':
		'was this page helpful, docs feedback widget, page feedback, dogfood',
	'/self-hosting/operations/#_top':
		'observability, health check, monitoring, uptime, doctor, healthcheck, status of the server, diagnose problems, server does not start, something is broken, check the installation, uptime kuma, troubleshooting a server, startup error, healthcheck endpoint, liveness probe, readiness probe, is the server up, high memory, server answers 503, /readyz, /healthz, health endpoint, liveness and readiness probes, status page, is it running, healthcheck url',
	'/self-hosting/operations/#what-the-server-connects-to':
		'outgoing connections, firewall, egress, air-gapped, telemetry, phone home, outbound traffic, firewall rules, offline installation, air gap, license check, internet access needed, usage statistics, proxy for outgoing requests, does anything leave our network, data leaves, calls home, external requests',
	'/self-hosting/operations/#logs':
		'log files, journald, find a request id, where are the logs, journalctl, docker logs, error log, request id, log every request, find an error, 500 internal error, nothing in the logs, no error in log, see what happens, debug the server, docker compose logs',
	'/self-hosting/operations/#metrics':
		'prometheus, grafana, scrape, datadog, prometheus endpoint, /metrics, monitor, statsd, queue length, expose prometheus metrics, scrape endpoint, metrics exporter',
	'/self-hosting/operations/#alerts':
		'paging, on-call, what to alert on, alertmanager rules, when to wake up, notify when down, grafana dashboard',
	'/self-hosting/operations/#traces':
		'opentelemetry, otel, jaeger, tracing, slow requests, tempo, honeycomb, spans',
	'/self-hosting/operations/#what-a-fault-costs':
		'crash, power failure, disk full, kill -9, out of memory, lost events after a crash, recovery time',
	'/self-hosting/proxy/#_top':
		'reverse proxy, https, tls certificate, letsencrypt, load balancer, traefik, apache, cloudflare, nginx, caddy, cloudflare tunnel, ssl termination, 502 bad gateway, 504, certificate, proxy headers, nginx proxy manager, x-forwarded-host, behind nginx proxy manager, https behind proxy, proxy setup, traefik labels',
	'/self-hosting/proxy/#what-the-server-serves':
		'routes, paths, urls of the server, which paths must be proxied, expose only the api, block the dashboard from the internet, 404 behind proxy, /functions/v1, private dashboard, public endpoints',
	'/self-hosting/proxy/#use-a-host-name-not-a-path':
		'sub-path, subpath, subfolder, base path, path prefix, subdirectory, run under example.com/surveys, public_url with path, sub directory, same domain as my app, BASE_PATH, serve it under a path, custom subpath, /stats, subdirectory in url, path prefix in docker',
	'/self-hosting/proxy/#trusted-proxies-and-the-visitors-address':
		'client ip, x-forwarded-for, trusted proxy, real ip, cloudflare, all requests come from one ip, rate limited behind proxy, 429 for everybody, cloudflare ip, trusted proxies, proxy ip, cf-connecting-ip, docker network address, everyone gets 429, client ip is wrong behind cloudflare, traefik, same ip for all, real client ip, x-forwarded-for ignored, all traffic comes from the load balancer, x-real-ip, behind traefik, wrong ip behind proxy, see real ip, all visitors have one ip, 127.0.0.1, everybody is limited',
	'/self-hosting/proxy/#caddy':
		'Caddyfile, caddy example, automatic https, caddy configuration, certificate challenge, automatic certificate',
	'/self-hosting/proxy/#nginx':
		'nginx.conf, nginx example, proxy_pass, server block, proxy_set_header, upstream, nginx configuration, nginx proxy manager, location block, proxy headers',
	'/self-hosting/proxy/#limits-at-the-edge':
		'408 request timeout, body size limit, 413, keepalive, slowloris, max connections, client_max_body_size, upload size',
	'/self-hosting/proxy/#restart-without-losing-a-request':
		'zero downtime, rolling restart, graceful shutdown, sigterm, zero downtime deploy, 502 during restart, graceful, rolling update, socket activation, blue green, readiness, readyz, kubernetes probe, drain',
	'/self-hosting/scaling/#_top':
		'high availability, ha, two nodes, cluster, redundancy, horizontal scaling, replicas, load balancing, multiple instances, scale out, load balancer, horizontally scale, multiple replicas, run behind a load balancer, more than one instance, high availability setup',
	'/self-hosting/scaling/#what-is-shared':
		'stateless, shared state, sticky sessions, cache between servers, settings cached for a minute, change takes a minute, need redis, session affinity',
	'/self-hosting/scaling/#start-the-second-server':
		'add a node, second instance, second node, same secrets, secrets.json on both, add an instance',
	'/self-hosting/scaling/#haproxy':
		'haproxy config, health check, load balancer config, readyz, keepalived',
	'/self-hosting/scaling/#what-was-tested':
		'cluster test, is it proven, kill a server test, lost requests',
	'/self-hosting/scaling/#postgresql-that-fails-over':
		'failover, standby, replica, patroni, database high availability, replication, etcd, read replica, database failover, synchronous replication, primary down, cannot execute in a read-only transaction',
	'/self-hosting/scaling/#what-a-fault-costs':
		'downtime on failure, lost events on crash, how long does failover take, data loss',
	'/self-hosting/scaling/#where-the-first-limit-is':
		'how big a server, sizing, hardware requirements, cpu, ram, millions of events, capacity planning, minimum requirements, how much ram, cpu cores, disk space, storage per event, how many users can one server handle, capacity, performance problem, high cpu, memory usage, memory for daily users, how big must the box be, high memory consumption, out of memory, oom',
	'/self-hosting/settings/#_top':
		'admin settings, instance administration, superadmin, number of workspaces, instance settings, admin panel, global settings, limits for all sites',
	'/self-hosting/settings/#read-and-change-the-settings-of-the-instance':
		'feedback-server settings command, change without restart, show settings, set maximum retention',
	'/self-hosting/settings/#who-may-sign-up':
		'disable registration, who can create a workspace, cap the number of workspaces, open or closed, disable signup, public registration, anyone can register, only invited users, close registration, restrict to our domain, spam accounts, block new accounts, stop strangers from making accounts, unwanted accounts, closed instance, allow sign up, open registration, public signup, stop strangers from creating accounts',
	'/self-hosting/settings/#who-changed-what':
		'history of instance settings, operator log, audit of the instance',
	'/self-hosting/sign-in/#_top':
		'authentication, login, sso, mfa, users of the dashboard, login methods, how do users log in, authentication options, login fails, cannot log in',
	'/self-hosting/sign-in/#the-first-owner':
		'admin account, locked out, lost access, recover the owner, create the first admin, forgot the admin password, lost passkey, admin reset, setup link, reset password, no email server, recover access, sign up disabled how to add the first user, lost my phone with the passkey, no account yet, first user, reset admin password, locked out of admin, forgot password, no way to recover the account, first admin account, initial admin user, password reset without email, admin account creation, lost temporary password',
	'/self-hosting/sign-in/#invitations-and-allowed-domains':
		'restrict registration, company email only, domain restriction, who can join, invite mail not received, invite without smtp, invitation link, anyone can register, disable registration, allow company domain, new user has no workspace, auto join, leave the company, cannot reach signup, sign up disabled, create another account, second user on self-hosted, signup page missing, invite additional members, close registration, nobody else can register, public sign-up, by domain',
	'/self-hosting/sign-in/#ways-to-sign-in':
		'passkey, magic link, password, webauthn, two factor, one-time code, email code not received, passkey on ip address, password login, 2fa, totp, webauthn not working over http, code expired, verification code, account pending verification, login without password',
	'/self-hosting/sign-in/#passkeys-after-a-change-of-the-host-name':
		'relying party id, rpId, rp id mismatch, webauthn after moving to a new domain, new url of the dashboard, passkey not found, passkey no longer accepted, domain changed, subdomain changed, SecurityError',
	'/self-hosting/sign-in/#providers':
		'sso, saml, oidc, google, azure ad, entra, okta, keycloak, github login, ldap, single sign-on, redirect_uri mismatch, redirect loop after login, callback url, invalid issuer, authentik, entra id, google workspace, github, gitlab, zitadel, authelia, endless redirect, unauthorized_client, invalid redirect uri, only sso, issuer does not match, self-signed idp, azure entra login for the team, company login, callback mismatch, enterprise login, saml not supported, invalid_redirect_uri, oidc callback, keycloak redirect, redirect uri changed, sso button disappears, sso broken, sso after update, login with saml, openid connect, sso free or enterprise',
	'/self-hosting/sign-in/#roles-from-a-claim':
		'group mapping, scim, role sync, provisioning, map groups to roles, sso groups, admin group, role from keycloak, realm roles, deprovision, remove access when the user leaves, default role, add new users automatically, first login',
	'/self-hosting/sign-in/#sessions':
		'log everyone out, session expiry, remember me, logged out all the time, session expires, session lifetime, log out everywhere, cookie, stay signed in, session cookie, jwt expiry, session expires too fast, logged out too early',
	'/self-hosting/sign-in/#limits':
		'too many login attempts, too many codes, brute force, rate limit on login, blocked login, 429 at sign-in',
	'/self-hosting/sign-in/#back-up-the-secret':
		'lost secrets.json, secret changed, NEXTAUTH_SECRET, server does not start on a restored database, session secret',
	'/self-hosting/supabase/#_top':
		'supabase, hosted supabase, deploy to the cloud, edge functions, free tier of supabase, managed hosting',
	'/self-hosting/supabase/#see-each-step-first':
		'dry run of the deployment, what will be changed, plan',
	'/self-hosting/supabase/#deploy':
		'deploy to supabase, hosted supabase project, npm run deploy, supabase link, project ref, deploy fails, supabase functions deploy, publish the dashboard',
	'/self-hosting/supabase/#check-a-deployment':
		'deploy --check, verify deployment, is my deployment correct, smoke test',
	'/self-hosting/supabase/#deploy-to-a-self-hosted-supabase':
		'self-hosted supabase, supabase docker, volumes/functions, own supabase, edge functions self-hosted, functions url, self-hosted edge functions',
	'/self-hosting/supabase/#encryption-between-the-functions-and-the-database':
		'ssl between functions and database, certificate verify failed, 503 after deploy, supabase ca',
	'/self-hosting/supabase/#new-database-passwords':
		'rotate database password, change postgres password, leaked connection string',
	'/self-hosting/supabase/#secrets-of-the-functions':
		'edge function secrets, env of the functions, supabase secrets set, which variables, set function secrets, environment of edge functions',
	'/self-hosting/supabase/#your-own-domain':
		'custom domain, own hostname, first-party domain, proxy to avoid ad blockers, own subdomain, cname',
	'/self-hosting/supabase/#database-privileges-on-hosted-supabase':
		'service role key, rls, which schema, rest interface, postgres role, is my other data affected, share a project with my app',
	'/self-hosting/supabase/#mail':
		'smtp on supabase, auth emails, email on supabase, resend, auth emails rate limit, sender',
	'/self-hosting/supabase/#deliveries-on-time':
		'webhooks late on supabase, pg_net, delayed slack messages, cron every second',
	'/self-hosting/supabase/#retention-on-a-hosted-project':
		'cron on supabase, scheduled deletion, data not deleted on supabase, cron job, job_run_details, statement timeout',
};
