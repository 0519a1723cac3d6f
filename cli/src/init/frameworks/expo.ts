import { findFile, rangeOf, readSource, withEndings } from '../app.ts';
import type { App } from '../app.ts';
import { addInit } from '../edit-module.ts';
import type { Framework } from '../framework.ts';
import { inReact } from '../places.ts';
import { writeSnippet } from '../unedited.ts';
import { Unplanned } from '../unplanned.ts';

const routed = [...withEndings('src/app/_layout'), ...withEndings('app/_layout')];
const single = [...withEndings('App'), ...withEndings('src/App')];
const entriesOf = (app: App) => (rangeOf(app, 'expo-router') === undefined ? single : routed);

/** Expo: the root layout, or the root component. On iOS and Android, where there is no page, the SDK does nothing. */
export const expo: Framework = {
	id: 'expo',
	name: 'Expo',
	guide: 'install/expo',
	package: 'expo',
	matches: (app) => rangeOf(app, 'expo') !== undefined,
	plan(app, options) {
		if (rangeOf(app, 'react-native-web') === undefined) {
			throw new Unplanned(
				'This Expo app has no web version, for which it needs react-native-web; the SDK runs in browsers only.',
			);
		}
		const path = findFile(app, entriesOf(app));
		if (!path) {
			const [first] = entriesOf(app).filter((entry) => entry.endsWith('.tsx'));
			throw new Unplanned(`This app uses Expo, and there is no ${first!}.`);
		}
		return {
			files: [{ path, text: addInit(readSource(app, path), path, options) }],
			notes: ['Prompts appear in the web version only: on iOS and Android the SDK does nothing.'],
		};
	},
	byHand: (app, options) => ({
		place: `Put this into ${findFile(app, entriesOf(app)) ?? 'the root layout, app/_layout.tsx'}, after its imports`,
		code: writeSnippet(options),
	}),
	places: inReact,
};
