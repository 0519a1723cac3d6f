import type { StarlightExpressiveCodeOptions } from '@astrojs/starlight/expressive-code';

/** Code blocks: quiet frames and colours that stay readable in both themes. */
export const codeThemes: StarlightExpressiveCodeOptions = {
	themes: ['vitesse-dark', 'vitesse-light'],
	useStarlightUiThemeColors: true,
	minSyntaxHighlightingColorContrast: 5.5,
	// Blocks that scroll sideways would be regions without a name to a screen reader.
	defaultProps: { wrap: true, preserveIndent: true },
	styleOverrides: {
		borderRadius: '0.625rem',
		borderColor: 'var(--docs-line)',
		codeBackground: 'var(--docs-code)',
		codeFontSize: '0.8125rem',
		codeLineHeight: '1.7',
		codePaddingInline: '1.125rem',
		frames: {
			shadowColor: 'transparent',
			editorBackground: 'var(--docs-code)',
			terminalBackground: 'var(--docs-code)',
			editorTabBarBackground: 'var(--docs-code)',
			editorActiveTabBackground: 'var(--docs-code)',
			editorActiveTabIndicatorTopColor: 'transparent',
			editorActiveTabIndicatorBottomColor: 'transparent',
			editorActiveTabBorderColor: 'transparent',
			editorTabBarBorderBottomColor: 'var(--docs-line)',
			terminalTitlebarBackground: 'var(--docs-code)',
			terminalTitlebarBorderBottomColor: 'var(--docs-line)',
			terminalTitlebarDotsOpacity: '0',
		},
	},
};
