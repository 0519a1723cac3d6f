import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

import oxlint from './.oxlintrc.json' with { type: 'json' };

const typed = ['**/*.ts', '**/*.tsx', '**/*.svelte', '**/*.svelte.ts'];

const defaultExport = {
	selector: 'ExportDefaultDeclaration',
	message: 'Use a named export; default exports are for frameworks that require them.',
};

const copy =
	'Use insert or select: COPY FROM fails on tables with row-level security, and postgres.js keeps a connection for the whole stream.';
/** Features of postgres.js that need a connection beyond one statement, which a pooler in transaction mode has not. */
const databaseSession = [
	{
		selector: 'CallExpression[callee.property.name="reserve"]',
		message:
			'Use one statement, or begin(): a reserved connection has session state, which a pooler in transaction mode does not keep, and it is lost when release() is not reached.',
	},
	{
		selector: 'TaggedTemplateExpression[quasi.quasis.0.value.cooked=/^\\s*copy\\s/i]',
		message: copy,
	},
	{
		selector: 'CallExpression[callee.property.name="unsafe"][arguments.0.value=/^\\s*copy\\s/i]',
		message: copy,
	},
	{
		selector:
			'CallExpression[callee.property.name="unsafe"][arguments.0.quasis.0.value.cooked=/^\\s*copy\\s/i]',
		message: copy,
	},
];

// The rules that need types are in .oxlintrc.json.
export default tseslint.config(
	{ ignores: oxlint.ignorePatterns },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	...tseslint.configs.recommended.map((config) => ({ ...config, files: typed })),
	...svelte.configs.recommended,
	{
		files: typed,
		languageOptions: { globals: { ...globals.node, ...globals.browser } },
	},
	{
		files: ['**/*.svelte'],
		languageOptions: { parserOptions: { parser: tseslint.parser } },
	},
	{
		files: ['**/*.svelte.ts'],
		languageOptions: { parser: tseslint.parser },
	},
	{
		files: typed,
		rules: {
			'max-lines': ['error', { max: 400 }],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'prefer-const': ['error', { destructuring: 'all' }],
			'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_$' },
			],
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'no-restricted-syntax': ['error', defaultExport, ...databaseSession],
		},
	},
	{
		// A framework reads the default export of these.
		files: [
			'**/*.config.ts',
			'**/*.config.js',
			'examples/next/app/**/{layout,page}.tsx',
			'**/worker.ts',
			'gates/order-slow-tests-first.ts',
			'site/test/build-once.ts',
			'supabase/tests/cluster.ts',
		],
		rules: { 'no-restricted-syntax': ['error', ...databaseSession] },
	},
	{
		// These need types, with which a program would be created for each component; svelte-check checks types.
		files: ['**/*.svelte'],
		rules: {
			'svelte/no-unused-props': 'off',
			'svelte/no-navigation-without-resolve': 'off',
			'svelte/require-store-reactive-access': 'off',
		},
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		rules: {
			'prefer-const': 'off',
			// Sets and maps that no template reads need no reactivity.
			'svelte/prefer-svelte-reactivity': 'off',
		},
	},
	{
		files: ['**/*.test.ts', '**/tests/**', '**/test/**'],
		rules: { 'max-lines': ['error', { max: 500 }] },
	},
	{
		// Tests hold locks in a session of their own.
		files: ['**/*.test.ts', 'supabase/tests/**'],
		ignores: ['supabase/tests/cluster.ts'],
		rules: { 'no-restricted-syntax': ['error', defaultExport] },
	},
);
