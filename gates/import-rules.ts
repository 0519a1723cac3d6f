// What the map of ARCHITECTURE.md lets rooms import, as rules for dependency-cruiser. Patterns match resolved paths.
import type { IForbiddenRuleType } from 'dependency-cruiser';

type ImportRule = {
	/** Folder or file that imports. */
	from: string;
	/** Imports that are allowed from other workspaces. */
	mayImport: readonly string[];
};

const folders =
	'contract|sdk|client|dashboard|cli|mcp|site|search-questions|release|examples|database|supabase|server|testing|e2e|gates';
// The SDK is not resolved before it is built.
const sdk = '^(sdk/|@feedback/sdk(/|$))';
const sdkEntry = '^(sdk/dist/index[.]|@feedback/sdk$)';
const english = '^contract/src/words/en[.]ts$';
const fillPrompt = '^contract/src/text-values/fill-prompt[.]ts$';
const preview = '^(sdk/dist/preview[.]|@feedback/sdk/preview$)';
const sharedByWire =
	'^contract/src/(wire|shared-limits|language/direction|generated/right-to-left-scripts)[.]ts$';

/** Imports between workspaces, the most specific folder first. `gates/` may import everything. */
export const importRules: readonly ImportRule[] = [
	{ from: 'contract/', mayImport: [] },
	{ from: 'sdk/src/preview.ts', mayImport: [sharedByWire, english, fillPrompt] },
	{
		from: 'sdk/src/preview/',
		mayImport: [
			sharedByWire,
			english,
			'^contract/src/(control-words|words|localize-ask-later|words/ask-later)[.]ts$',
		],
	},
	{ from: 'sdk/src/launcher/', mayImport: [sharedByWire, '^contract/src/words/launcher[.]ts$'] },
	{
		from: 'sdk/src/screenshot/',
		mayImport: [sharedByWire, '^contract/src/words/screenshot[.]ts$'],
	},
	{
		from: 'sdk/src/personal/',
		mayImport: [sharedByWire, english, '^contract/src/(prefill|text-values/write-value)[.]ts$'],
	},
	{ from: 'sdk/src/debug/', mayImport: [sharedByWire, '^contract/src/reasons[.]ts$'] },
	{ from: 'sdk/', mayImport: [sharedByWire, english] },
	{ from: 'client/', mayImport: ['^contract/'] },
	{ from: 'mcp/', mayImport: ['^(client|contract)/'] },
	{ from: 'cli/', mayImport: ['^(client|contract|mcp)/'] },
	{ from: 'dashboard/src/lib/test-page/', mayImport: ['^(client|contract)/', sdkEntry] },
	{ from: 'dashboard/', mayImport: ['^(client|contract)/', preview] },
	{ from: 'site/src/ask/', mayImport: ['^contract/', preview, sdkEntry] },
	{
		from: 'site/',
		mayImport: ['^(contract|release/registry)/', preview, '^e2e/prove/(results/|parts[.]ts$)'],
	},
	{ from: 'search-questions/', mayImport: ['^(contract|site)/'] },
	{ from: 'release/', mayImport: ['^contract/'] },
	{ from: 'examples/', mayImport: [sdk] },
	{ from: 'database/', mayImport: [] },
	{ from: 'supabase/functions/mcp/', mayImport: ['^(client|contract|database|mcp)/'] },
	{ from: 'supabase/functions/', mayImport: ['^(contract|database)/'] },
	{ from: 'supabase/', mayImport: ['^(contract|database)/'] },
	{
		from: 'server/dev/',
		mayImport: [
			'^(contract|database|release/registry|site|supabase)/',
			'^sdk/(bundle|integrity)[.]ts$',
		],
	},
	{ from: 'server/', mayImport: ['^(contract|database|release/registry|site|supabase)/'] },
	{ from: 'testing/', mayImport: ['^(contract|database|server|supabase)/'] },
	{ from: 'e2e/', mayImport: ['^(?!gates/|@feedback/gates)'] },
];

/** Tests and scripts that make pictures may import everything. */
const tests = '[.]test[.]ts$|(^|/)(tests?|pictures|diagrams)/|vitest[.]config[.]ts$';

const toPattern = (from: string) => `^${from.replace('.', '[.]')}${from.endsWith('/') ? '' : '$'}`;

const betweenWorkspaces = importRules.map(({ from, mayImport }, index): IForbiddenRuleType => {
	const handledBefore = importRules.slice(0, index).filter((rule) => rule.from.startsWith(from));
	// A workspace may import itself, but a function imports nothing from outside the functions.
	const own = from.startsWith('supabase/functions/') ? 'supabase/functions' : from.split('/')[0];
	return {
		name: `imports of ${from}`,
		severity: 'error',
		from: {
			path: toPattern(from),
			pathNot: [tests, ...handledBefore.map((rule) => toPattern(rule.from))],
		},
		to: {
			path: `^(${folders})/|^@feedback/`,
			pathNot: ['/node_modules/', `^${own}/`, ...mayImport],
		},
	};
});

/** All rules. Cycles count type-only imports too. */
export const forbidden: IForbiddenRuleType[] = [
	...betweenWorkspaces,
	{
		name: 'only types of the wire module',
		severity: 'error',
		from: { path: '^sdk/', pathNot: tests },
		to: { path: '^contract/src/wire[.]ts$', dependencyTypesNot: ['type-only', 'type-import'] },
	},
	{ name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
	{
		// An alias that is not resolved would hide its imports from the other rules.
		name: 'resolvable',
		severity: 'error',
		from: {},
		// SvelteKit's `$types` and `dist` exist only after a build; assets may have a query.
		to: { couldNotResolve: true, path: '^[.#]', pathNot: '/[$]types([.]js)?$|/dist/|[?]' },
	},
];
