// Checks that the container files agree with each other and with the server. `npm run rehearse image` builds and runs
// them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DCLinter } from 'dclint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { createProgram } from '../command/program.ts';
import { listSettings } from '../config/environment.ts';
import { readConfig } from '../config/read-config.ts';

type Service = {
	environment?: Record<string, string>;
	volumes?: string[];
	configs?: { source: string; target: string }[];
	depends_on?: Record<string, { condition: string }>;
	build?: { dockerfile: string; args: Record<string, string> };
	healthcheck?: unknown;
	stop_grace_period?: string;
};
type Compose = {
	services: Record<string, Service>;
	volumes: Record<string, null>;
	configs: Record<string, { content: string }>;
};

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const given: Record<string, string> = {
	FEEDBACK_VERSION: '1.2.3',
	FEEDBACK_HOST: 'feedback.example.com',
	POSTGRES_PASSWORD: 'password',
};
// Interpolates as the Compose specification does: for an empty or missing value, the default or error
// follows.
const interpolated = read('compose.yaml').replace(
	/\$\{(\w+):([?-])([^}]*)\}/g,
	(_, name: string, kind: string, otherwise: string) => {
		const value = given[name] ?? (kind === '-' ? otherwise : undefined);
		if (value === undefined) throw new Error(`compose.yaml needs ${name}.`);
		return value;
	},
);
const compose = parse(interpolated) as Compose;
const { caddy, feedback, postgres } = compose.services as Record<
	'caddy' | 'feedback' | 'postgres',
	Service
>;
const containerfile = read('Containerfile');
const config = readConfig({ file: undefined, environment: feedback.environment! });

test('compose.yaml follows the Compose specification', () => {
	// Checks the schema of the specification and the rules of the linter, except matters of taste and two more
	// rules: the image is built and named here, and Caddy must be reachable by everyone.
	const off = [
		'no-quotes-in-volumes',
		'service-keys-order',
		'no-build-and-image',
		'no-unbound-port-interfaces',
	];
	const rules = Object.fromEntries(off.map((name) => [name, 0 as const]));
	const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
	const [found] = linter.lintFiles([join(import.meta.dirname, 'compose.yaml')], false);
	expect(found!.messages).toEqual([]);
});

test('the comment of compose.yaml names exactly the values that it needs', () => {
	const text = read('compose.yaml');
	const named = [...text.matchAll(/^# {3}(\w+)/gm)].map(([, name]) => name);
	const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
	expect(new Set(named)).toEqual(new Set(used));
});

test('the variables of the server are settings, with valid values', () => {
	const known = listSettings().map(({ variable }) => variable);
	const set = containerfile.matchAll(/\b(FEEDBACK_\w+)=/g);
	for (const name of [...Object.keys(feedback.environment!), ...[...set].map(([, name]) => name!)])
		expect(known).toContain(name);
	expect(config).toMatchObject({
		public_url: 'https://feedback.example.com',
		database: { url: 'postgres://feedback:password@postgres:5432/feedback?sslmode=disable' },
		backup: { to: '/backups' },
	});
	expect(config).not.toHaveProperty('mail.url');
});

test('everything that a service mounts or waits for exists', () => {
	for (const { volumes = [], configs = [], depends_on: needed = {} } of Object.values(
		compose.services,
	)) {
		for (const volume of volumes)
			expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
		for (const { source } of configs) expect(Object.keys(compose.configs)).toContain(source);
		for (const [name, { condition }] of Object.entries(needed)) {
			expect(compose.services).toHaveProperty(name);
			if (condition === 'service_healthy')
				expect(compose.services[name]).toHaveProperty('healthcheck');
		}
	}
	expect(postgres.environment).toMatchObject({
		POSTGRES_USER: 'feedback',
		POSTGRES_DB: 'feedback',
		POSTGRES_PASSWORD: 'password',
	});
});

test('the folders of the server belong to its user in the image', () => {
	const folders = feedback.volumes!.map((volume) => volume.split(':')[1]!);
	const made = /install --directory --owner=feedback .*--mode=700 (.*)$/m.exec(containerfile)![1];
	expect(made!.split(' ')).toEqual(folders);
	expect(containerfile).toContain('FEEDBACK_DATA=/data');
});

test('Caddy forwards to the port of the image, with the same configuration as without containers', () => {
	const { content } = compose.configs['caddyfile']!;
	const port = /FEEDBACK_LISTEN=0\.0\.0\.0:(\d+)/.exec(containerfile)![1]!;
	expect(containerfile).toContain(`EXPOSE ${port}`);
	expect(content).toContain(`reverse_proxy feedback:${port} {`);
	expect(caddy.configs).toEqual([{ source: 'caddyfile', target: '/etc/caddy/Caddyfile' }]);
	const adapted = read('Caddyfile')
		.replace(', docs.feedback.example.com', '')
		.replace('127.0.0.1:8080', `feedback:${port}`);
	const lines = (text: string) => text.split('\n').filter((line) => line && !/^\s*#/.test(line));
	expect(lines(content)).toEqual(lines(adapted));
});

test('the image has a version, a health check and enough time to stop', () => {
	expect(feedback.build).toEqual({
		context: '.',
		dockerfile: 'Containerfile',
		args: { VERSION: '1.2.3' },
	});
	expect(containerfile).toContain('ARG VERSION');
	const [, words] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(containerfile)!;
	const [program, command] = JSON.parse(words!) as string[];
	expect(program).toBe(createProgram().name());
	expect(createProgram().commands.map((each) => each.name())).toContain(command);
	const { lame_duck_seconds: lameDuck, timeout_seconds: timeout } = config.drain;
	expect(Number.parseInt(feedback.stop_grace_period!, 10)).toBeGreaterThan(lameDuck + timeout);
});
