import { drawMark, writeBrandCss } from '../src/brand.ts';
import { describeApi } from '../src/openapi/document.ts';
import { promptJsonSchema } from '../src/prompt-file/json-schema.ts';
import { blankTemplate, drawPicture, templates } from '../src/templates/mod.ts';
import { describeFields } from './field-docs/describe-fields.ts';
import { printJson } from './print-json.ts';
import { shareParts } from './share-parts.ts';

/** The generated files by their path below `contract/generated`. `npm run generate -w contract` writes them. */
export function listGeneratedFiles(): Record<string, string> {
	const api = describeApi();
	describeFields(api);
	return {
		'openapi.json': printJson(shareParts(api)),
		'prompt.schema.json': printJson(promptJsonSchema()),
		'brand.css': writeBrandCss(),
		'mark.svg': drawMark(),
		...drawTemplates(),
	};
}

function drawTemplates(): Record<string, string> {
	return Object.fromEntries(
		[...templates, blankTemplate].flatMap(({ name, content }) =>
			(['light', 'dark'] as const).map((theme) => [
				`templates/${name}-${theme}.svg`,
				`${drawPicture(content, theme)}\n`,
			]),
		),
	);
}
