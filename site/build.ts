// Builds the documentation: `npm run build -w @feedback/site`.
import { buildDocs } from './src/publish/build-docs.ts';

const folder = await buildDocs();
console.log(`The documentation is built in ${folder}.`);
