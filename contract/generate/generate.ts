// Writes the generated files of the contract: `npm run generate -w @feedback/contract`.
import { mkdirSync, writeFileSync } from 'node:fs';

import { listGeneratedFiles } from './generated-files.ts';
import { writeLanguageData, writeRightToLeftScripts } from './languages/write-language-data.ts';
import { writeStubModule } from './script-stub/write-script-stub.ts';

const folder = new URL('../generated/', import.meta.url);
mkdirSync(new URL('templates/', folder), { recursive: true });
for (const [path, text] of Object.entries(listGeneratedFiles())) {
	writeFileSync(new URL(path, folder), text);
}

const modules = new URL('../src/generated/', import.meta.url);
mkdirSync(modules, { recursive: true });
writeFileSync(new URL('script-stub.ts', modules), writeStubModule());
writeFileSync(new URL('language-data.ts', modules), writeLanguageData());
writeFileSync(new URL('right-to-left-scripts.ts', modules), writeRightToLeftScripts());
