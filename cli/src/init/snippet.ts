import { product } from '@feedback/contract';

import { Failure } from '../failure.ts';
import { writeImport, writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { plainStyle } from './source-text.ts';

/** What to write by hand where the wizard does not write. */
export function writeSnippet(options: InitOptions): string {
	return [writeImport(plainStyle), '', writeInit(options, plainStyle)].join('\n');
}

/** An app, or a place in it, that the wizard does not know: the snippet, and where it belongs. */
export function unrecognised(reason: string, options: InitOptions, docsUrl: string): Failure {
	const snippet = writeSnippet(options);
	return new Failure('unrecognised_app', `${reason} Nothing was changed.`, {
		hint: [
			`Install ${product.sdkPackage} by hand, and put this into the module that the browser loads first, before the app mounts:`,
			'',
			snippet,
			'',
			`${docsUrl}/install/package/ tells more; "--app <folder>" names another folder.`,
		].join('\n'),
		details: { snippet, package: product.sdkPackage },
	});
}
