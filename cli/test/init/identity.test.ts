import { describe, expect, it } from 'vitest';

import { signIns } from '../../src/init/identity/sign-ins.ts';
import { manifest, page } from './app-parts.ts';
import { makeEmptyFolder, makeFolder } from './fixtures.ts';
import type { Files } from './fixtures.ts';
import { createMachine, given, readFolder } from './run-init.ts';

// Apps in which a library signs people in: the wizard offers to identify them.

const react = { react: '^19.0.0', vite: '^8.0.0' };
const mounted = (
	imports: string,
	tag: string,
	close: string,
) => `import { createRoot } from 'react-dom/client'
${imports}
import App from './App.tsx'

createRoot(document.getElementById('app')!).render(
  ${tag}
    <App />
  ${close},
)
`;

const viteReact = (dependency: string, imports: string, tag: string, close: string): Files => ({
	'package.json': manifest({ ...react, [dependency]: '1.0.0' }),
	'tsconfig.json': '{}\n',
	'index.html': page('/src/main.tsx'),
	'src/main.tsx': mounted(imports, tag, close),
});

const plain = (dependency: string, path: string, text: string): Files => ({
	'package.json': manifest({ vite: '^8.0.0', [dependency]: '1.0.0' }),
	...(path.endsWith('.ts') && { 'tsconfig.json': '{}\n' }),
	'index.html': page('/main.js'),
	'main.js': 'run();\n',
	[path]: text,
});

/** Apps whose code the offer can change. */
const apps: Record<string, { id: string; files: Files }> = {
	'clerk-next': {
		id: 'clerk',
		files: {
			'package.json': manifest({ next: '16.4.3', react: '19.2.0', '@clerk/nextjs': '^7.0.0' }),
			'tsconfig.json': '{}\n',
			'app/layout.tsx': `import { ClerkProvider } from "@clerk/nextjs";

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <ClerkProvider>
      <html lang="en">
        <body>
          {children}
        </body>
      </html>
    </ClerkProvider>
  );
}
`,
		},
	},
	'clerk-vite': {
		id: 'clerk',
		files: viteReact(
			'@clerk/clerk-react',
			`import { ClerkProvider } from '@clerk/clerk-react'`,
			'<ClerkProvider publishableKey={key}>',
			'</ClerkProvider>',
		),
	},
	authjs: {
		id: 'authjs',
		files: {
			'package.json': manifest({ next: '16.4.3', react: '19.2.0', 'next-auth': '^5.0.0' }),
			'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
			'components/providers.jsx': `'use client';

import { SessionProvider } from 'next-auth/react';

export function Providers({ children }) {
	return <SessionProvider>{children}</SessionProvider>;
}
`,
		},
	},
	auth0: {
		id: 'auth0',
		files: viteReact(
			'@auth0/auth0-react',
			`import { Auth0Provider } from '@auth0/auth0-react'`,
			'<Auth0Provider domain="x.example">',
			'</Auth0Provider>',
		),
	},
	'better-auth': {
		id: 'better-auth',
		files: plain(
			'better-auth',
			'src/lib/auth-client.ts',
			`import { createAuthClient } from 'better-auth/vue';\n\nexport const authClient = createAuthClient();\n`,
		),
	},
	supabase: {
		id: 'supabase',
		files: plain(
			'@supabase/supabase-js',
			'supabase.js',
			`import { createClient } from "@supabase/supabase-js"\n\nexport const supabase = createClient(url, key)`,
		),
	},
	firebase: {
		id: 'firebase',
		files: plain(
			'firebase',
			'src/firebase.ts',
			`import { initializeApp } from 'firebase/app';\nimport { getAuth } from 'firebase/auth';\n\nconst app = initializeApp({ projectId: 'shop' });\nexport const auth = getAuth(app);\n`,
		),
	},
};

/** Apps with such a library, in which it is not clear where the calls belong. */
const unclear: Record<string, Files> = {
	'two providers': {
		...apps['clerk-vite']!.files,
		'src/other.tsx': `import { ClerkProvider } from '@clerk/clerk-react';\nexport const Other = () => <ClerkProvider><p /></ClerkProvider>;\n`,
	},
	'a client that a function makes': plain(
		'@supabase/ssr',
		'client.js',
		`import { createBrowserClient } from '@supabase/ssr';\nexport const createClient = () => createBrowserClient(url, key);\n`,
	),
	'a file of the same name': {
		...apps['firebase']!.files,
		'src/feedback-identity.ts': 'export {};\n',
	},
	'another framework': plain('@clerk/vue', 'auth.js', `import '@clerk/vue';\n`),
	'a module that does not parse': plain('firebase', 'auth.js', `import 'firebase/auth';\nconst {`),
};

/** A machine with a person who answers each question. */
function createPerson(accepts: boolean) {
	const questions: string[] = [];
	const ask = {
		confirm: (question: string) => {
			questions.push(question);
			return Promise.resolve(accepts || !question.startsWith('Also identify'));
		},
		text: () => Promise.reject(new Error('Nothing to type.')),
		choose: () => Promise.reject(new Error('Nothing to choose.')),
	};
	const machine = createMachine(makeEmptyFolder(), ask);
	const run = (folder: string, options = {}) =>
		machine.run(folder, { ...given, yes: false, agent_skill: false, ...options });
	return { questions, run };
}

const asks = (questions: string[]) => questions.filter((text) => text.startsWith('Also identify'));

it('every library has an app in this test', () => {
	expect([...new Set(Object.values(apps).map(({ id }) => id))].toSorted()).toEqual(
		signIns.map(({ id }) => id).toSorted(),
	);
});

describe.each(Object.keys(apps))('an app with %s', (name) => {
	const { id, files } = apps[name]!;

	it('calls identify and reset when the person accepts, and is restored to the byte', async () => {
		const folder = makeFolder(files);
		const before = readFolder(folder);
		const { questions, run } = createPerson(true);
		const result = await run(folder);
		expect(asks(questions)).toHaveLength(1);
		expect(result.identity).toMatchObject({ id, state: 'accepted' });
		expect(result.steps.join()).not.toContain('identify');
		const diffs = result.files.map(({ diff }) => diff).join('\n');
		await expect(`${diffs}\n`).toMatchFileSnapshot(`golden/identity/${name}.diff`);
		const after = readFolder(folder);
		expect(await run(folder)).toMatchObject({ state: 'unchanged', files: [] });
		expect(asks(questions)).toHaveLength(1);
		expect(readFolder(folder)).toEqual(after);
		await run(folder, { undo: true });
		expect(readFolder(folder)).toEqual(before);
	});

	it('gets only a step when the person declines, and the offer again later', async () => {
		const folder = makeFolder(files);
		const { run } = createPerson(false);
		const result = await run(folder);
		expect(result.identity).toMatchObject({ id, state: 'left' });
		expect(result.files.map(({ path }) => path).join()).not.toContain('feedback-identity');
		expect(result.steps.join()).toContain('feedback-identity');
		const later = await createPerson(true).run(folder);
		expect(later).toMatchObject({ state: 'installed', identity: { state: 'accepted' } });
	});

	it('gets only a step with --yes', async () => {
		const folder = makeFolder(files);
		const { run } = createMachine();
		const result = await run(folder, given);
		expect(result.identity).toMatchObject({ id, state: 'left' });
		expect(result.steps.join()).toContain('Feedback.identify(');
		expect(result.steps.join()).toContain('Feedback.reset()');
		expect(Object.keys(readFolder(folder)).join()).not.toContain('feedback-identity');
	});
});

it.each(Object.keys(unclear))(
	'an app in which the place is unclear gets a step: %s',
	async (name) => {
		const folder = makeFolder(unclear[name]!);
		const { questions, run } = createPerson(true);
		const result = await run(folder);
		expect(asks(questions)).toEqual([]);
		expect(result.identity).toMatchObject({ state: 'left' });
		expect(result.steps.join()).toContain('Feedback.identify(');
	},
);

it('an app that identifies its visitors gets no offer', async () => {
	const own = {
		'session.js': `import { Feedback } from '@feedback/sdk';\nFeedback.identify('a');\n`,
	};
	const { questions, run } = createPerson(true);
	const result = await run(makeFolder({ ...apps['clerk-vite']!.files, ...own }));
	expect([asks(questions), result.identity]).toEqual([[], null]);
});

it('a database of the same maker is not taken for the sign-in', async () => {
	const { files } = apps['clerk-vite']!;
	const dependencies = {
		...react,
		'@clerk/clerk-react': '5.0.0',
		'@supabase/supabase-js': '2.0.0',
	};
	const folder = makeFolder({ ...files, 'package.json': manifest(dependencies) });
	expect((await createPerson(true).run(folder)).identity?.id).toBe('clerk');
});

it('keeps the line breaks of the app', async () => {
	const { files } = apps['firebase']!;
	const windows = Object.entries(files).map(([path, text]) => [
		path,
		text.replaceAll('\n', '\r\n'),
	]);
	const folder = makeFolder(Object.fromEntries(windows) as Files);
	await createPerson(true).run(folder);
	for (const path of ['src/firebase.ts', 'src/feedback-identity.ts']) {
		const text = Buffer.from(readFolder(folder)[path]!, 'base64').toString();
		expect(text.replaceAll('\r\n', '')).not.toContain('\n');
	}
});
