import { findFile, hasFolder, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { addToHead, appendLines, findHeadEnd, findNonce, writeTags } from '../edit-template.ts';
import type { TemplateLanguage } from '../edit-template.ts';
import type { FileChange, Framework } from '../framework.ts';
import type { InitOptions } from '../init-call.ts';
import { findIndent } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';

const php: TemplateLanguage = { hidden: [/<\?[\s\S]*?\?>/, /<\?[\s\S]*/], opens: /<\?/ };
const header = 'header.php';
const functions = 'functions.php';

function readHeader(app: App, name: string): string | undefined {
	if (!findFile(app, ['style.css'])) return undefined;
	const field = new RegExp(`^[ \\t/*#@]*${name}:[ \\t]*(.*)$`, 'im');
	// WordPress reads the same part of the file.
	return field.exec(readSource(app, 'style.css').slice(0, 8_192))?.[1]?.trim();
}

/** A theme of WordPress: `header.php`, or `functions.php` in a theme of blocks or a child theme. */
export const wordpress: Framework = {
	id: 'wordpress',
	name: 'WordPress theme',
	guide: 'install/wordpress',
	versionOf: (app) => readHeader(app, 'Version'),
	matches: (app) => readHeader(app, 'Theme Name') !== undefined,
	plan: (app, options) => ({
		files: [planTheme(app, options)],
		byScript: true,
		notes:
			readHeader(app, 'Template') === undefined
				? [
						'If this theme is not your own, its next update replaces the file: run the command in a child theme instead.',
					]
				: [],
	}),
	byHand: (app, options) => ({
		place: 'Put this at the end of functions.php of your theme, or of its child theme',
		code: writeHook(options, '').join('\n'),
		byScript: true,
	}),
	places: {
		identify: 'in the same place, below the two tags',
		call: [
			'<?php if ( is_user_logged_in() ) : ?>',
			'  <script>Feedback.identify(<?php echo wp_json_encode( (string) get_current_user_id() ); ?>);</script>',
			'<?php endif; ?>',
		].join('\n'),
		reset: 'in a script of the page, when the visitor follows the link to sign out',
	},
};

function planTheme(app: App, options: InitOptions): FileChange {
	if (findFile(app, [header])) {
		const text = readSource(app, header);
		if (findHeadEnd(text, php) !== undefined) {
			const tags = writeTags({ ...options, nonce: findNonce(text) }, php, text);
			return { path: header, text: addToHead(text, header, tags, php) };
		}
	}
	const isKnown = readHeader(app, 'Template') !== undefined || hasFolder(app, 'templates');
	if (!isKnown && !findFile(app, [functions])) {
		throw new Unplanned('The theme has no header.php with a </head>, and no functions.php.');
	}
	if (!findFile(app, [functions])) {
		return { path: functions, text: `${['<?php', '', ...writeHook(options, '')].join('\n')}\n` };
	}
	const text = readSource(app, functions);
	return { path: functions, text: appendLines(text, reopen(text, writeHook(options, text))) };
}

/** The lines that follow a file of PHP, which may end outside of its code. */
function reopen(text: string, lines: string[]): string[] {
	if (/__halt_compiler|^\s*$/.test(text))
		throw new Unplanned(`${functions} is not a plain module.`);
	const closes = text.lastIndexOf('?>');
	if (closes < text.lastIndexOf('<?')) return ['', ...lines];
	if (text.slice(closes + 2).trim() !== '') {
		throw new Unplanned(`It is not clear where the code of ${functions} ends.`);
	}
	return ['<?php', ...lines];
}

function writeHook(options: InitOptions, text: string): string[] {
	// Themes are indented with tabs.
	const style = text.includes('\n') ? text : '\t';
	const indent = findIndent(style);
	const tags = writeTags({ ...options, nonce: undefined }, php, style);
	return [
		"add_action( 'wp_head', function () {",
		`${indent}?>`,
		...tags.map((line) => indent + line),
		`${indent}<?php`,
		'} );',
	];
}
