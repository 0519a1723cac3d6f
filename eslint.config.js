import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

const typed = ['**/*.ts', '**/*.tsx', '**/*.svelte', '**/*.svelte.ts'];

const defaultExport = {
	selector: 'ExportDefaultDeclaration',
	message: 'Use a named export; default exports are for frameworks that require them.',
};

export default tseslint.config(
	{
		ignores: [
			'**/node_modules/',
			'**/dist/',
			'**/build/',
			'**/.svelte-kit/',
			'**/.astro/',
			'**/.wrangler/',
			'.feedback/',
			'**/generated/',
			'**/*.types.ts',
			'**/*.d.ts',
		],
	},
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	...tseslint.configs.recommended.map((config) => ({ ...config, files: typed })),
	...svelte.configs.recommended,
	{
		files: typed,
		languageOptions: {
			globals: { ...globals.node, ...globals.browser },
			parserOptions: {
				projectService: true,
				extraFileExtensions: ['.svelte'],
				tsconfigRootDir: import.meta.dirname,
			},
		},
	},
	{
		files: ['**/*.svelte'],
		languageOptions: { parserOptions: { parser: tseslint.parser } },
	},
	{
		// Parse these as plain TypeScript: Svelte's parser would create the whole program for each file.
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
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': [
				'error',
				{ checksVoidReturn: { arguments: false, attributes: false } },
			],
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_$' },
			],
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'no-restricted-syntax': ['error', defaultExport],
		},
	},
	{
		// A framework reads the default export of these.
		files: [
			'**/*.config.ts',
			'**/*.config.js',
			'examples/next/app/**/{layout,page}.tsx',
			'**/worker.ts',
			'gates/longest-first.ts',
			'site/test/build-once.ts',
			'supabase/tests/cluster.ts',
			'gates/second-tries.ts',
		],
		rules: { 'no-restricted-syntax': 'off' },
	},
	{
		// Type-aware rules would create the whole program for each component, which takes minutes; svelte-check checks types.
		files: ['**/*.svelte'],
		languageOptions: { parserOptions: { projectService: false } },
		rules: {
			...tseslint.configs.disableTypeChecked.rules,
			'svelte/no-unused-props': 'off',
			'svelte/no-navigation-without-resolve': 'off',
			'svelte/require-store-reactive-access': 'off',
		},
	},
	{
		// One line each, or in no tsconfig.json.
		files: ['supabase/functions/*/index.ts', '**/vitest.config.ts'],
		...tseslint.configs.disableTypeChecked,
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
);
