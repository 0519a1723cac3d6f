/** First requests of each page, by the end of its path. A request is listed twice if two parts of the page send it. */
const pages: [page: RegExp, requests: (page: string) => string[]][] = [
	[
		/^overview$/,
		() => [
			'events?limit=25',
			'responses?limit=25',
			'prompts?limit=200&content=true',
			'inbox',
			'scores?days=30',
			'text-answers?limit=5',
		],
	],
	[/^audiences$/, () => ['audiences?limit=200&archived=true']],
	[/^events\/live$/, () => ['event-names?limit=200', 'events?limit=50']],
	[/^events\/test$/, () => ['event-names?limit=200']],
	[/^events$/, () => ['event-names?limit=200', 'settings']],
	[/^responses$/, () => ['settings', 'responses?limit=50', 'prompts?limit=200']],
	[/^inbox$/, () => ['inbox', 'text-answers?status=open', 'prompts?limit=200']],
	[/^prompts(\/new)?$/, () => ['prompts?limit=200']],
	[
		/^prompts\/[\da-f-]{36}\/edit$/,
		(page) => {
			const prompt = page.replace(/\/edit$/, '');
			return [prompt, prompt, `${prompt}/working-copy`, 'settings'];
		},
	],
	[
		/^prompts\/[\da-f-]{36}\/results$/,
		(page) => {
			const prompt = page.replace(/\/results$/, '');
			return [prompt, 'settings', 'traits', `${prompt}/summary`, `${prompt}/reasons`];
		},
	],
	[
		/^prompts\/[\da-f-]{36}\/revisions$/,
		(page) => [page.replace(/\/revisions$/, ''), `${page}?limit=25`],
	],
	[/^settings\/integrations$/, () => ['settings', 'destinations']],
	[/^settings\/launcher$/, () => ['settings', 'prompts?limit=200&content=true']],
	[/^settings\//, () => ['settings']],
	[/^members$/, () => ['members']],
];

/** Whether the page at a URL requests the templates of its workspace. */
export function showsTemplates({ pathname }: Pick<URL, 'pathname'>): boolean {
	return pathname.endsWith('/prompts/new');
}

/**
 * Paths of the management API that the page at a URL requests first, as far as the URL determines them. A test
 * checks that the page sends exactly these.
 *
 * @example
 * listFirstRequests(new URL('https://app.example/sites/<uuid>/prompts')); // ['/sites/<uuid>/prompts?limit=200']
 */
export function listFirstRequests({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
	const [, place, page = ''] =
		/^(\/(?:sites|workspaces)\/[\da-f-]{36})\/(.+?)\/?$/.exec(pathname) ?? [];
	// A query filters the lists, so the requests differ.
	if (!place || search !== '') return [];
	const requests = pages.find(([pattern]) => pattern.test(page))?.[1](page) ?? [];
	return requests.map((request) => `${place}/${request}`);
}
