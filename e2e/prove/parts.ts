// What `npm run prove` runs, each part alone by its name. The documentation lists the same parts.

/** One part: a script that reports its figures (`report.ts`). */
export type Part = {
	/** What its figures show, as a sentence without an end. */
	proves: string;
	/** The script, from the root of the tree, and its arguments. */
	script: readonly string[];
	/** Minutes on two cores, about. */
	minutes: number;
	/** Variables that the run sets unless they are set already. */
	environment?: Readonly<Record<string, string>>;
	/** Runs only by its name or with `--all`: without these parts, all others take about an hour. */
	isLong?: true;
	/** A variable without which the part is left out of a run of all parts. */
	needs?: string;
};

const bench = (name: string) => [`e2e/bench/${name}.ts`];
const rehearsal = (folder: string) => [
	'node_modules/vitest/vitest.mjs',
	'run',
	'--root',
	`e2e/rehearse/${folder}`,
];

export const parts: Readonly<Record<string, Part>> = {
	sizes: {
		proves: 'what a page downloads before and when a prompt shows',
		script: ['e2e/prove/measure-sizes.ts'],
		minutes: 1,
	},
	ingest: {
		proves: 'what an event costs the database, as a share of the rate of a bare insert',
		script: bench('ingest'),
		minutes: 8,
	},
	http: {
		proves: 'how many events a second one process stores over HTTP, and how long one takes',
		script: bench('http'),
		minutes: 2,
	},
	server: {
		proves: 'start, memory and CPU per event of the whole server, one and two of them',
		script: bench('server'),
		minutes: 6,
	},
	row: { proves: 'how many bytes a stored event takes', script: bench('row'), minutes: 3 },
	scale: {
		proves: 'that an event costs the same with a million visitors and 10,000 prompts',
		script: bench('scale'),
		minutes: 6,
	},
	race: {
		proves: 'that no visitor is asked twice and no budget is exceeded when many ask at once',
		script: bench('race'),
		minutes: 5,
	},
	'earlier-answers': {
		proves: 'what a condition on earlier answers costs an event',
		script: bench('earlier-answers'),
		minutes: 4,
	},
	budget: {
		proves: 'what a budget that every visitor shares costs a display',
		script: bench('budget'),
		minutes: 5,
		environment: { BENCH_DISPLAYS: '80', BENCH_ROUNDS: '10' },
	},
	visible: {
		proves: 'how long the prompt takes to appear after the event, beside posthog-js',
		script: bench('visible'),
		minutes: 3,
	},
	hostile: {
		proves: 'that strangers who ask for what costs most do not make visitors wait',
		script: bench('hostile'),
		minutes: 1,
	},
	fuzz: {
		proves:
			'that 100,000 random requests get no answer of 500 or more, and that a planted fault is found',
		script: ['node_modules/vitest/vitest.mjs', 'run', 'supabase/functions/fuzz.test.ts'],
		minutes: 30,
		environment: { FEEDBACK_FUZZ_REQUESTS: '100000' },
		isLong: true,
	},
	faults: {
		proves:
			'that no acknowledged event is lost or stored twice and no limit exceeded when parts fail',
		script: rehearsal('faults'),
		minutes: 12,
	},
	failover: {
		proves: 'the same with two servers on a database of Patroni that fails over',
		script: rehearsal('failover'),
		minutes: 12,
		isLong: true,
	},
	maintenance: {
		proves: 'that maintenance does not make events wait',
		script: bench('maintenance'),
		minutes: 15,
		isLong: true,
	},
	poll: {
		proves: 'when a prompt of a backend event reaches an idle page, and what idle pages cost',
		script: bench('poll'),
		minutes: 9,
		isLong: true,
	},
	answer: {
		proves: 'what a webhook adds to the cost of an answer',
		script: bench('answer'),
		minutes: 4,
	},
	'answer-statement': {
		proves: 'what an answer costs the database',
		script: bench('answer-statement'),
		minutes: 2,
	},
	deliveries: {
		proves: 'how soon a webhook arrives, and what thousands of destinations cost',
		script: bench('deliveries'),
		minutes: 3,
	},
	exports: {
		proves: 'rows a second and memory of every format of an export',
		script: bench('exports'),
		minutes: 8,
		environment: { BENCH_RESPONSES: '300000' },
	},
	results: {
		proves: 'how long results of a million responses take, whole and filtered',
		script: bench('results'),
		minutes: 25,
		environment: { BENCH_ROUNDS: '1' },
		isLong: true,
	},
	forecast: {
		proves: 'how long a forecast takes, and how far it is from what happened',
		script: bench('forecast'),
		minutes: 10,
		isLong: true,
	},
	statistics: {
		proves: 'how often a watched interval misses the truth',
		script: bench('statistics'),
		minutes: 3,
	},
	'first-answer': {
		proves: 'how many minutes lie between an empty machine and the first answer',
		script: ['e2e/rehearse/first-answer/run.ts'],
		minutes: 20,
		isLong: true,
	},
	driver: {
		proves: 'what the driver of the database costs, beside postgres.js',
		script: bench('driver'),
		minutes: 2,
	},
	dashboard: {
		proves: 'how soon the dashboard reacts on a slow processor, with many prompts',
		script: bench('dashboard'),
		minutes: 10,
		isLong: true,
	},
	lighthouse: {
		proves: "Lighthouse's scores of the dashboard on a desktop and a phone",
		script: bench('lighthouse'),
		minutes: 30,
		environment: { BENCH_LOOKS: '3' },
		isLong: true,
	},
	command: {
		proves: 'how long the command takes to start, and to plan an installation',
		script: bench('command'),
		minutes: 1,
	},
	mutations: {
		proves: 'that a test notices when any guard in SQL, functions or routes is taken away',
		script: ['e2e/mutations/run.ts'],
		minutes: 240,
		environment: { MUTATIONS_MOST: 'all' },
		isLong: true,
	},
	'ingest-beside': {
		proves: 'an event beside another checkout of this repository',
		script: bench('ingest-beside'),
		minutes: 10,
		needs: 'BENCH_BEFORE',
	},
	'ingest-instructions': {
		proves: 'the instructions of an event beside another checkout, which load cannot change',
		script: bench('ingest-instructions'),
		minutes: 13,
		needs: 'BENCH_BEFORE',
	},
	'scale-beside': {
		proves: 'the effect of size beside another checkout of this repository',
		script: bench('scale-beside'),
		minutes: 15,
		needs: 'BENCH_BEFORE',
	},
};
