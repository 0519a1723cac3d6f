// Builds the documentation: `npm run build -w @feedback/site`; into another folder with FEEDBACK_DOCS_OUT.
import { addPackages } from './src/publish/add-packages.ts';
import { buildDocs } from './src/publish/build-docs.ts';

const asked = process.env['FEEDBACK_DOCS_OUT'];
const folder = await buildDocs(asked ? { folder: asked } : {});
const hasPackages = await addPackages(folder);
console.log(`The documentation is built in ${folder}.`);
if (!hasPackages)
	console.log('It serves no packages: run "npm run build", which packs them first.');
