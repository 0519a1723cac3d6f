// Who may import whom, as ARCHITECTURE.md draws it. The lint rule and the check for circles both ask here.
import { posix } from 'node:path';

/** Rooms of the tree by their folder; the longest match wins. */
const folders = {
	contract: 'contract',
	sdk: 'sdk',
	client: 'client',
	dashboard: 'dashboard',
	cli: 'cli',
	mcp: 'mcp',
	site: 'site',
	examples: 'examples',
	functions: 'supabase/functions',
	service: 'supabase',
	server: 'server',
	testing: 'testing',
	e2e: 'e2e',
	gates: 'gates',
} as const;

export type Room = keyof typeof folders;

type Allowance = {
	rooms: readonly Room[] | 'all';
	/** Of the contract only the types of its wire module, and the numbers of its shared limits. */
	wireTypes?: boolean;
};

const allowances: Record<Room, Allowance> = {
	contract: { rooms: [] },
	sdk: { rooms: [], wireTypes: true },
	client: { rooms: ['contract'] },
	dashboard: { rooms: ['client', 'contract'] },
	cli: { rooms: ['client', 'contract', 'mcp'] },
	mcp: { rooms: ['client', 'contract'] },
	site: { rooms: ['contract'] },
	examples: { rooms: ['sdk'] },
	functions: { rooms: ['contract'] },
	service: { rooms: ['functions', 'contract'] },
	server: { rooms: ['service', 'functions', 'site', 'contract'] },
	testing: { rooms: ['server', 'service', 'functions', 'contract'] },
	e2e: { rooms: 'all' },
	gates: { rooms: 'all' },
};

/** The one function that runs the MCP server's tools. */
const mcpFunction = /^supabase\/functions\/mcp\//;

/** What draws a prompt without a service: the editor shows it, and so do the docs. */
const preview = '@feedback/sdk/preview';

/** Without a schema library, and only where a preview replaces the service. */
const words = { from: 'sdk/src/preview.ts', specifier: '@feedback/contract/words' };

/** The package's own program, which is the command under another name; nothing imports it. */
const mcpProgram = /^mcp\/bin\//;

const packages: Record<string, Room> = {
	'@feedback/contract': 'contract',
	'@feedback/sdk': 'sdk',
	'@feedback/client': 'client',
	'@feedback/dashboard': 'dashboard',
	'@feedback/cli': 'cli',
	'@feedback/mcp': 'mcp',
	'@feedback/site': 'site',
	'@feedback/service': 'service',
	'@feedback/server': 'server',
	'@feedback/testing': 'testing',
	'@feedback/e2e': 'e2e',
	'@feedback/gates': 'gates',
};

/** Where readers of the docs are asked whether a page helped, by the SDK that the docs describe. */
const askFolder = 'site/src/ask/';

/** The room of a file, given its path from the root with forward slashes. */
export function roomOf(path: string): Room | undefined {
	const matches = (Object.entries(folders) as [Room, string][]).filter(
		([, folder]) => path === folder || path.startsWith(`${folder}/`),
	);
	matches.sort((a, b) => b[1].length - a[1].length);
	return matches[0]?.[0];
}

/** True for files that test or make pictures: they may reach for any room, as a reader of the whole house. */
export function isTest(path: string): boolean {
	return /\.test\.ts$|(^|\/)(tests?|pictures)\/|vitest\.config\.ts$/.test(path);
}

export type Import = {
	/** File that imports, from the root. */
	from: string;
	/** What stands between the quotes. */
	specifier: string;
	typeOnly: boolean;
};

/**
 * Why an import is not allowed, in a sentence; `undefined` when it is.
 *
 * @example
 * findImportFault({ from: 'contract/src/mod.ts', specifier: '../../client/src/mod.ts', typeOnly: false });
 * // 'contract must not import client.'
 */
export function findImportFault({ from, specifier, typeOnly }: Import): string | undefined {
	const room = roomOf(from);
	const target = targetOf(from, specifier);
	if (!room || !target || target.room === room || isTest(from)) return undefined;
	const allowance = allowances[room];
	if (allowance.rooms === 'all' || allowance.rooms.includes(target.room)) return undefined;
	if (mcpFunction.test(from) && (target.room === 'mcp' || target.room === 'client'))
		return undefined;
	if (specifier === preview && (room === 'dashboard' || room === 'site')) return undefined;
	if (specifier === '@feedback/sdk' && from.startsWith(askFolder)) return undefined;
	if (from === words.from && specifier === words.specifier) return undefined;
	if (mcpProgram.test(from) && target.room === 'cli') return undefined;
	if (allowance.wireTypes && target.room === 'contract') {
		if (target.isLimits) return undefined;
		if (!target.isWire) return `${room} may import the contract's wire module only.`;
		return typeOnly ? undefined : `${room} may import types only from the contract's wire module.`;
	}
	return `${room} must not import ${target.room}.`;
}

function targetOf(
	from: string,
	specifier: string,
): { room: Room; isWire: boolean; isLimits: boolean } | undefined {
	if (specifier.startsWith('.')) {
		const path = posix.join(posix.dirname(from), specifier);
		const room = roomOf(path);
		return (
			room && {
				room,
				isWire: path === 'contract/src/wire.ts',
				isLimits: path === 'contract/src/shared-limits.ts',
			}
		);
	}
	const name = specifier.split('/').slice(0, 2).join('/');
	const room = name.startsWith('@feedback/example') ? 'examples' : packages[name];
	return (
		room && {
			room,
			isWire: specifier === '@feedback/contract/wire',
			isLimits: specifier === '@feedback/contract/shared-limits',
		}
	);
}
