import type { Page } from 'playwright';

import { readExamples } from '../test/content-files.ts';

/** One picture: a prompt of the docs, and the actions before the picture is taken. */
export type Scene = {
	/** File name without its extension. */
	name: string;
	prompt: object;
	language?: string;
	device?: 'desktop' | 'phone';
	act?: (page: Page) => Promise<void>;
};

type Question = { id: string; type: string };

/** Actions before a picture is taken, so that it shows an answer if there is room for one. */
const answers: Record<string, (page: Page) => Promise<void>> = {
	rating: (page) => page.getByRole('radio').nth(3).check(),
	nps: (page) => page.getByRole('radio').nth(9).check(),
	single_choice: (page) => page.getByRole('radio').nth(0).check(),
	multiple_choice: (page) => page.getByRole('checkbox').nth(0).check(),
	short_text: (page) => page.getByRole('textbox').fill('ada@example.com'),
	long_text: (page) => page.getByRole('textbox').fill('The preview before the export is great.'),
	yes_no: (page) => page.getByRole('radio').first().check(),
	consent: (page) => page.getByRole('checkbox').check(),
};

const rating = { id: 'ease', type: 'rating', title: 'How easy was it to export your report?' };
const small = { survey_id: 'example', name: 'Example', questions: [rating] };

/**
 * Pictures of each question type, drawn from exactly the JSON that the page shows, and of everything that an appearance
 * can change.
 */
export async function listScenes(): Promise<Scene[]> {
	const parts = (await readExamples()).filter(({ title }) => title === 'part of a prompt');
	const read = (page: string) =>
		parts
			.filter(({ place }) => place.startsWith(`prompts/${page}.mdx`))
			.map(({ code }) => JSON.parse(code) as { questions?: Question[]; thank_you?: object });
	const questions = read('questions').flatMap(({ questions: asked }) => asked ?? []);
	const ofType = questions.map((question): Scene => {
		const act = answers[question.type];
		return {
			name: question.type,
			prompt: { ...small, questions: [question] },
			...(act && { act }),
		};
	});
	const thanks = read('questions').find(({ thank_you: thankYou }) => thankYou);
	const [translated] = read('translations');
	return [
		...ofType,
		...['numbers', 'faces'].map((style) => ({
			name: `rating-${style}`,
			prompt: { ...small, questions: [{ ...rating, style }] },
			act: answers['rating']!,
		})),
		{
			name: 'thank_you',
			prompt: { ...small, ...thanks, questions: [{ ...rating, required: true }] },
			act: finish,
		},
		{ name: 'translation', prompt: { ...small, ...translated }, language: 'de' },
		...appearances.map(([name, appearance]) => ({
			name: `appearance-${name}`,
			prompt: { ...small, questions: [{ ...rating, style: 'stars' }], appearance },
			act: answers['rating']!,
		})),
		{
			name: 'phone',
			prompt: { ...small, questions: [{ ...rating, style: 'stars' }] },
			device: 'phone',
		},
	];
}

const appearances: [string, object][] = [
	['accent', { accent: '#be185d', radius: 24 }],
	['square', { accent: '#0f766e', radius: 0 }],
];

async function finish(page: Page): Promise<void> {
	await page.getByRole('radio').nth(4).check();
	await page.getByRole('button', { name: /send|next/i }).click();
	await page.getByText('Thank you!').waitFor();
}
