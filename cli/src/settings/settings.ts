import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { Failure } from '../failure.ts';
import { readJsonFile } from './json-file.ts';
import { configFolder } from './paths.ts';
import { uuidSchema } from '../uuid.ts';

/** A value and its source. */
export type Setting = { value: string; source: string };

export type Settings = {
	api_url: Setting;
	docs_url: Setting;
	dashboard_url: Setting;
	workspace: Setting | undefined;
	site: Setting | undefined;
	/** Path of the project's `feedback.json`, if there is one. */
	project: string | undefined;
	/** Folder of the user's configuration. */
	folder: string;
};

/** Values of flags, by the names of the settings. */
export type SettingFlags = Partial<Record<SettingName, string | undefined>>;
type SettingName = 'api_url' | 'docs_url' | 'dashboard_url' | 'workspace' | 'site';

// A project cannot set addresses: a cloned repository must not decide where a token is sent.
const projectSchema = z.looseObject({
	workspace: uuidSchema.optional(),
	site: uuidSchema.optional(),
});
const userSchema = z.looseObject({
	api_url: z.string().optional(),
	docs_url: z.string().optional(),
	dashboard_url: z.string().optional(),
	workspace: uuidSchema.optional(),
	site: uuidSchema.optional(),
});

const variables: Record<SettingName, string> = {
	api_url: 'FEEDBACK_API_URL',
	docs_url: 'FEEDBACK_DOCS_URL',
	dashboard_url: 'FEEDBACK_DASHBOARD_URL',
	workspace: 'FEEDBACK_WORKSPACE',
	site: 'FEEDBACK_SITE',
};

// The addresses of `npm start`.
const defaults = {
	api_url: 'http://127.0.0.1:54321/functions/v1',
	docs_url: 'http://127.0.0.1:4321',
	dashboard_url: 'http://127.0.0.1:54323',
};

type Environment = { env: NodeJS.ProcessEnv; cwd: string };

/** Precedence: flags, environment, the project's `feedback.json`, the user's `config.json`, defaults. */
export function readSettings(flags: SettingFlags, { env, cwd }: Environment): Settings {
	const folder = configFolder(env);
	const project = findProject(cwd);
	const projectFile = (project && readJsonFile(project, projectSchema)) || {};
	const userFile = readJsonFile(join(folder, 'config.json'), userSchema) ?? {};

	const find = (name: SettingName): Setting | undefined => {
		const flag = flags[name];
		if (flag !== undefined) return { value: flag, source: `--${name.replace('_', '-')}` };
		const variable = env[variables[name]];
		if (variable) return { value: variable, source: variables[name] };
		if (name === 'workspace' || name === 'site') {
			const value = projectFile[name];
			if (value) return { value, source: project! };
		}
		const value = userFile[name];
		return value ? { value, source: join(folder, 'config.json') } : undefined;
	};
	const address = (name: keyof typeof defaults) =>
		checkAddress(name, find(name) ?? { value: defaults[name], source: 'default' });

	return {
		api_url: address('api_url'),
		docs_url: address('docs_url'),
		dashboard_url: address('dashboard_url'),
		workspace: checkUuid('workspace', find('workspace')),
		site: checkUuid('site', find('site')),
		project,
		folder,
	};
}

// The nearest one upwards, within the repository.
function findProject(from: string): string | undefined {
	for (let folder = from; ; folder = dirname(folder)) {
		const file = join(folder, 'feedback.json');
		if (existsSync(file)) return file;
		if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return undefined;
	}
}

function checkAddress(name: string, { value, source }: Setting): Setting {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
		throw new Failure('usage', `"${value}" is not an address of a service (${name}, ${source}).`, {
			hint: 'An address looks like "https://project.supabase.co/functions/v1".',
		});
	}
	const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
	if (url.protocol === 'http:' && !local) {
		throw new Failure('insecure_address', `${value} is not encrypted.`, {
			hint: `Use "https:" (${name}, from ${source}). "http:" is allowed for local addresses only.`,
		});
	}
	return { value: url.href.replace(/\/+$/, ''), source };
}

function checkUuid(name: 'workspace' | 'site', setting: Setting | undefined): Setting | undefined {
	if (!setting) return undefined;
	const { success, data } = uuidSchema.safeParse(setting.value);
	if (success) return { ...setting, value: data };
	const isPublic = name === 'site' && setting.value.startsWith('site_');
	throw new Failure('usage', `"${setting.value}" is not a ${name} UUID (${setting.source}).`, {
		hint: isPublic
			? 'That is the public site ID, for the SDK. "feedback site list" shows the site UUID beside it.'
			: `"feedback ${name === 'site' ? 'site list' : 'whoami'}" shows the UUIDs.`,
		next: [['feedback', ...(name === 'site' ? ['site', 'list'] : ['whoami'])]],
	});
}
