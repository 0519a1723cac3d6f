// Builds the documentation: `npm run build -w @feedback/site`; into another folder with FEEDBACK_DOCS_OUT.
import { buildDocs } from './src/publish/build-docs.ts';

const asked = process.env['FEEDBACK_DOCS_OUT'];
const folder = await buildDocs(asked ? { folder: asked } : {});
console.log(`The documentation is built in ${folder}.`);
