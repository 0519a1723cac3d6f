import { findFile, rangeOf, readSource, usesTypeScript, withEndings } from '../app.ts';
import type { Framework } from '../framework.ts';
import { startIn, styleOf } from '../new-module.ts';
import { inReact } from '../places.ts';
import { Unplanned } from '../unplanned.ts';

const entries = withEndings('gatsby-browser');

/** Gatsby: the module of its browser APIs, which runs before the app is hydrated. */
export const gatsby: Framework = {
	id: 'gatsby',
	name: 'Gatsby',
	guide: 'install/gatsby',
	package: 'gatsby',
	matches: (app) => rangeOf(app, 'gatsby') !== undefined,
	plan(app, options) {
		const existing = findFile(app, entries);
		// An import turns the file into a module, in which Gatsby would not find what it exports.
		if (existing && /\bexports\b|\brequire\s*\(/.test(readSource(app, existing))) {
			throw new Unplanned(`${existing} is a CommonJS module.`);
		}
		const fresh = `gatsby-browser.${usesTypeScript(app) ? 'ts' : 'js'}`;
		const style = styleOf(app, withEndings('gatsby-config'));
		return { files: [startIn(app, entries, fresh, options, style)] };
	},
	byHand: (app, options) => ({
		place: `Put this at the top of ${findFile(app, entries) ?? entries[2]!}, and export its functions with "export"`,
		code: startIn(app, [], '', options, styleOf(app, [])).text.trimEnd(),
	}),
	places: inReact,
};
