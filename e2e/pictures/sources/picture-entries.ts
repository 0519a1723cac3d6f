import { join, relative } from 'node:path';

import { listScenes } from '../dashboard-scenes.ts';
import { findRouteFiles } from './find-route-files.ts';

const ids = { site: 'site', newSite: 'site', prompts: {}, event: 'event', request: 'request' };
const exampleApp = ['index.html', 'src/main.ts', 'src/style.css'].map(
	(file) => `examples/reports/${file}`,
);

/** By picture: the files that render its page, before their imports. Paths are relative to `root`. */
export function listPictureEntries(root: string): Record<string, string[]> {
	const routes = join(root, 'dashboard/src/routes');
	const ofPath = (path: string) => [
		'dashboard/src/app.html',
		...findRouteFiles(routes, path).map((file) => relative(root, file)),
	];
	return {
		app: exampleApp,
		'first-answer': [...exampleApp, ...ofPath('/sites/site/overview')],
		...Object.fromEntries(listScenes(ids).map(({ name, path }) => [name, ofPath(path)])),
	};
}
