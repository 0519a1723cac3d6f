import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { build } from 'vite';

const root = import.meta.dirname;

/** A file that is loaded by its name, and its hash in the format of `integrity`. */
type Named = [file: string, hash: string];

type Bundle = {
	outDir: string;
	/** Path relative to `src`. */
	entry: string;
	define?: Record<string, unknown>;
	/** `cjs` is for `require`, which test runners and older servers use. */
	format?: 'es' | 'iife' | 'cjs';
	/** Files that stay separate, keyed by the end of their source's path. */
	apart?: Record<string, Named>;
	minify: boolean;
};

export type BundleOptions = {
	/** Leaves the files large, which saves most of the time. */
	development?: boolean;
};

/**
 * Bundles the SDK's JavaScript into a folder: `index.js`, `headless.js`, `preview.js` and `server.js` as
 * modules, `feedback.js` for a script tag, and the files that both load. `apiUrl` is the service's address for pages that
 * do not set one.
 */
export async function bundleSdk(
	outDir: string,
	apiUrl: string,
	{ development = false }: BundleOptions = {},
): Promise<void> {
	const minify = !development;
	const { ui, mode } = await bundleUi(outDir, minify);
	const later = await bundleLater(outDir, minify);
	const define = { __FEEDBACK_API_URL__: apiUrl, __FEEDBACK_UI__: ui, __FEEDBACK_LATER__: later };
	const apart = {
		'/ui/lazy.ts': ui,
		'/preview-mode/start-preview.ts': mode,
		'/later/start-later.ts': later,
	};
	for (const name of ['index', 'headless', 'server', 'preview']) {
		const options = { outDir, define, apart, minify, entry: `${name}.ts` };
		// `preview.js` is there already, without these files.
		if (name !== 'preview') await bundle(name, options);
		await bundle(name, { ...options, format: 'cjs' });
	}
	await bundle('feedback', { outDir, define, apart, minify, entry: 'script.ts', format: 'iife' });
}

/** Bundles `preview.js`, and the prompt UI with the files that it loads by their names. */
async function bundleUi(outDir: string, minify: boolean): Promise<{ ui: Named; mode: Named }> {
	mkdirSync(outDir, { recursive: true });
	await bundle('preview', { outDir, minify, entry: 'preview.ts' });
	const modeEntry = 'preview-mode/start-preview.ts';
	const mode = await bundleNamed('feedback-preview', { outDir, minify, entry: modeEntry });
	const moreEntry = 'ui/after-paint.ts';
	const more = await bundleNamed('feedback-more', { outDir, minify, entry: moreEntry });
	const ui = await bundleNamed('feedback-ui', {
		outDir,
		minify,
		entry: 'ui/lazy.ts',
		define: { __FEEDBACK_PREVIEW__: mode, __FEEDBACK_MORE__: more },
		apart: { [`/${modeEntry}`]: mode, [`/${moreEntry}`]: more },
	});
	return { ui, mode };
}

/** Bundles the file of what is done after a decision, which loads five others by their names. */
async function bundleLater(outDir: string, minify: boolean): Promise<Named> {
	const entry = 'debug/explain.ts';
	const debug = await bundleNamed('feedback-debug', { outDir, minify, entry });
	const launcherEntry = 'launcher/start-launcher.ts';
	const launcher = await bundleNamed('feedback-launcher', { outDir, minify, entry: launcherEntry });
	const contextEntry = 'context/start-context.ts';
	const context = await bundleNamed('feedback-context', { outDir, minify, entry: contextEntry });
	const personalEntry = 'personal/personalize.ts';
	const personal = await bundleNamed('feedback-personal', { outDir, minify, entry: personalEntry });
	const picture = await bundlePicture(outDir, minify);
	return bundleNamed('feedback-later', {
		outDir,
		minify,
		entry: 'later/start-later.ts',
		define: {
			__FEEDBACK_DEBUG__: debug,
			__FEEDBACK_LAUNCHER__: launcher,
			__FEEDBACK_CONTEXT__: context,
			__FEEDBACK_PERSONAL__: personal,
			__FEEDBACK_PICTURE__: picture,
		},
		apart: {
			[`/${entry}`]: debug,
			[`/${launcherEntry}`]: launcher,
			[`/${contextEntry}`]: context,
			[`/${personalEntry}`]: personal,
			[`/${pictureEntry}`]: picture,
		},
	});
}

const pictureEntry = 'screenshot/offer-screenshots.ts';

/** Bundles the file of questions that ask for a picture, which loads the one that draws the page. */
async function bundlePicture(outDir: string, minify: boolean): Promise<Named> {
	const entry = 'screenshot/take-screenshot.ts';
	const screenshot = await bundleNamed('feedback-screenshot', { outDir, minify, entry });
	return bundleNamed('feedback-picture', {
		outDir,
		minify,
		entry: pictureEntry,
		define: { __FEEDBACK_SCREENSHOT__: screenshot },
		apart: { [`/${entry}`]: screenshot },
	});
}

/** A file whose name contains a hash of its content. */
async function bundleNamed(name: string, options: Bundle): Promise<Named> {
	await bundle(name, options);
	return nameByContent(options.outDir, name);
}

/** Names a file by its hash, so that it can be cached forever and its content is verified. */
function nameByContent(outDir: string, name: string): Named {
	const whole = createHash('sha256')
		.update(readFileSync(join(outDir, `${name}.js`)))
		.digest('base64');
	// A part of the hash without the characters that a file cannot have, so that compression finds it in the whole.
	const file = `${name}-${/[A-Za-z\d]{8}/.exec(whole)?.[0] ?? whole.replaceAll(/[+/]/g, '').slice(0, 8)}.js`;
	renameSync(join(outDir, `${name}.js`), join(outDir, file));
	return [file, `sha256-${whole}`];
}

async function bundle(name: string, options: Bundle): Promise<void> {
	const { outDir, entry, define = {}, format = 'es', apart = {}, minify } = options;
	const extension = format === 'cjs' ? 'cjs' : 'js';
	const findApart = (id: string) => Object.keys(apart).find((path) => id.endsWith(path));
	await build({
		root,
		configFile: false,
		// In development, a failure is reported where this rejects.
		logLevel: minify ? 'warn' : 'silent',
		define: Object.fromEntries(
			Object.entries(define).map(([constant, value]) => [constant, JSON.stringify(value)]),
		),
		build: {
			sourcemap: mapped.includes(name),
			outDir,
			emptyOutDir: false,
			target: 'es2022',
			// Library mode keeps Vite's preload code out.
			lib: { entry: { [name]: join(root, 'src', entry) }, formats: [format], name: 'unused' },
			rolldownOptions: {
				// Vite would inline lazy imports, or bundle them a second time.
				external: (id) => !!findApart(id),
				output: {
					minify,
					// A library that is imported lazily stays in its file, and runs when it is used.
					codeSplitting: false,
					entryFileNames: `[name].${extension}`,
					paths: (id) => {
						const path = findApart(id);
						return path ? `./${apart[path]![0]}` : id;
					},
				},
			},
		},
	});
	if (!minify) return;
	await shrink(join(outDir, `${name}.${extension}`), begins[name] ?? '');
}

/**
 * Makes browsers that support this comment compile every function while parsing instead of on the first call, because a
 * page that loads these files uses them immediately.
 */
const compileAtOnce = '//# allFunctionsCalledOnLoad\n';

/** What files begin with. The comment is only for the script-tag build: in an app's own bundle, it would apply to all of it. */
const begins: Partial<Record<string, string>> = {
	feedback: compileAtOnce,
	'feedback-ui': compileAtOnce,
	'feedback-screenshot': '/*! Contains modern-screenshot, © 2021-present wxm, MIT licence */\n',
};

/** Entries of the package: bundlers and debuggers use source maps, which visitors never load. */
const mapped = ['index', 'headless', 'preview', 'server'];

/** A second minifier pass is worthwhile: even pages that never show a prompt load the SDK. */
async function shrink(file: string, prefix: string): Promise<void> {
	const { minify } = await import('terser');
	const base = basename(file);
	const name = base.replace(/\.c?js$/, '');
	const map = mapped.includes(name) ? readFileSync(`${file}.map`, 'utf8') : undefined;
	const { code, map: shrunk } = await minify(readFileSync(file, 'utf8'), {
		module: name !== 'feedback' && !base.endsWith('.cjs'),
		...(map && {
			sourceMap: { content: map, filename: base, url: `${base}.map`, includeSources: true },
		}),
		compress: {
			passes: 3,
			ecma: 2020,
			unsafe_arrows: true,
			// Assumes that pages keep `String` and the like; the SDK already relies on them.
			unsafe: true,
			hoist_funs: true,
			sequences: false,
		},
		mangle: { toplevel: true },
	});
	writeFileSync(file, prefix + (code ?? ''));
	if (map) writeFileSync(`${file}.map`, String(shrunk));
}
