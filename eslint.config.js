import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

import oxlint from './.oxlintrc.json' with { type: 'json' };

const files = ['**/*.svelte', '**/*.svelte.ts'];

/** For components only: oxlint checks the rest in a fraction of the time (.oxlintrc.json). */
export default tseslint.config(
	{ ignores: oxlint.ignorePatterns.filter((pattern) => pattern !== '**/*.svelte') },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	...tseslint.configs.recommended.map((config) => ({ ...config, files })),
	...svelte.configs.recommended,
	{
		files,
		languageOptions: {
			globals: { ...globals.node, ...globals.browser },
			parserOptions: { parser: tseslint.parser },
		},
	},
	{ files: ['**/*.svelte.ts'], languageOptions: { parser: tseslint.parser } },
	{
		files,
		rules: {
			'max-lines': ['error', { max: 400 }],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			// A rune is declared with let.
			'prefer-const': 'off',
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
			// Sets and maps that no template reads need no reactivity.
			'svelte/prefer-svelte-reactivity': 'off',
			// These rules need types, for which a program would be created per component; svelte-check checks types instead.
			'svelte/no-unused-props': 'off',
			'svelte/no-navigation-without-resolve': 'off',
			'svelte/require-store-reactive-access': 'off',
		},
	},
);
