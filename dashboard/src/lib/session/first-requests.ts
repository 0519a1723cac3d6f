/** What a page asks the service for first, by the end of its address. Twice what two parts of the page ask for. */
const pages: [page: RegExp, questions: (page: string) => string[]][] = [
	[/^overview$/, () => ['events?limit=25', 'responses?limit=25', 'prompts?limit=200&content=true']],
	[/^events$/, () => ['event-names?limit=200', 'settings']],
	[/^responses$/, () => ['settings', 'responses?limit=50', 'prompts?limit=200']],
	[/^prompts$/, () => ['prompts?limit=200']],
	[
		/^prompts\/[\da-f-]{36}\/edit$/,
		(page) => {
			const prompt = page.replace(/\/edit$/, '');
			return [prompt, prompt, `${prompt}/working-copy`, 'settings'];
		},
	],
	[/^settings\//, () => ['settings']],
];

/**
 * Paths of the management API that the page at an address asks for first, as far as the address alone tells it. The
 * page asks in just these letters; a test holds the two together.
 *
 * @example
 * listFirstQuestions(new URL('https://app.example/sites/<uuid>/prompts')); // ['/sites/<uuid>/prompts?limit=200']
 */
export function listFirstQuestions({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
	const [, site, page = ''] = /^\/sites\/([\da-f-]{36})\/(.+?)\/?$/.exec(pathname) ?? [];
	// A filter stands in the query, and asks for something else.
	if (!site || search !== '') return [];
	const questions = pages.find(([pattern]) => pattern.test(page))?.[1](page) ?? [];
	return questions.map((question) => `/sites/${site}/${question}`);
}
