// What the published types accept, under the strictest settings.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-types-'));
	mkdirSync(join(folder, 'node_modules/@feedback'), { recursive: true });
	symlinkSync(root, join(folder, 'node_modules/@feedback/sdk'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const strictest: ts.CompilerOptions = {
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	noEmit: true,
	types: [],
	target: ts.ScriptTarget.ES2022,
	lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** Files that do not differ between the tests. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function createHost(options: ts.CompilerOptions): ts.CompilerHost {
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (name, ...more) => {
		if (name.endsWith('app.mts')) return getSourceFile(name, ...more);
		const key = `${name} ${options.module}`;
		if (!parsed.has(key)) parsed.set(key, getSourceFile(name, ...more));
		return parsed.get(key);
	};
	return host;
}

/** What the compiler reports about an app's file. */
function compile(code: string, more: ts.CompilerOptions = {}): string[] {
	const file = join(folder, 'app.mts');
	writeFileSync(file, `import { Feedback } from '@feedback/sdk';\n${code}\nexport {};`);
	const options = { ...strictest, ...more };
	const program = ts.createProgram([file], options, createHost(options));
	return ts
		.sortAndDeduplicateDiagnostics(program.getSemanticDiagnostics(program.getSourceFile(file)))
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the types accept', () => {
	it.each([
		[
			'interfaces as properties and traits',
			`interface Report { format: string; pages: number; draft?: boolean; parent: string | null }
			declare const report: Report;
			void Feedback.event('report.exported', report);
			Feedback.identify('user_42', report);`,
		],
		[
			'optional values',
			`declare const user: { plan?: string; seats: number | undefined };
			void Feedback.event('one', { plan: user.plan, seats: user.seats });
			Feedback.identify('user_42', user);`,
		],
		[
			'options that are undefined',
			`declare const proof: string | undefined;
			declare const path: string | undefined;
			Feedback.init({ siteId: 'site_demo000000', path, language: undefined, debug: undefined });
			void Feedback.event('one', undefined, { eventProof: proof });
			Feedback.identify('user_42', undefined, { identityProof: proof });`,
		],
		[
			'type aliases, classes, records and literals',
			`type Named = { format: string };
			declare const named: Named;
			class Plan { constructor(readonly plan: string) {} }
			const record: Record<string, string | number> = { a: 1 };
			void Feedback.event('one', named);
			void Feedback.event('one', new Plan('pro'));
			void Feedback.event('one', record);
			void Feedback.event('one', { format: 'pdf' } as const);`,
		],
		[
			'a listener that is removed by an effect',
			`declare function useEffect(effect: () => void | (() => void)): void;
			useEffect(() => Feedback.on((notification) => {
				if (notification.type === 'error') notification.error.code satisfies string;
				if (notification.type === 'answered') notification.answers satisfies object;
			}));`,
		],
	])('%s', (_, code) => {
		expect(compile(code)).toEqual([]);
	});

	it('the same with the resolution of Node', () => {
		const node = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
		expect(compile(`void Feedback.event('one', { format: 'pdf' });`, node)).toEqual([]);
	});
});

describe('the types refuse', () => {
	it.each([
		['an optional account ID', `declare const id: string | undefined; Feedback.identify(id);`],
		['a date', `void Feedback.event('one', { at: new Date() });`],
		['a list', `void Feedback.event('one', { ids: [1] });`],
		['an object in an object', `Feedback.identify('user_42', { org: { id: 1 } });`],
		[
			'an interface with another value',
			`interface User { at: Date } declare const user: User; Feedback.identify('user_42', user);`,
		],
		['a text as properties', `void Feedback.event('one', 'pdf');`],
		['init without a site ID', `Feedback.init({});`],
	])('%s', (_, code) => {
		expect(compile(code).length).toBe(1);
	});
});
