/** @type {import('prettier').Config} */
export default {
	useTabs: true,
	singleQuote: true,
	printWidth: 100,
	trailingComma: 'all',
	plugins: ['prettier-plugin-svelte', 'prettier-plugin-astro'],
	overrides: [
		{ files: '*.{yml,yaml,md,mdx}', options: { useTabs: false } },
		{ files: '*.svelte', options: { parser: 'svelte' } },
	],
};
