import { readFileSync } from 'node:fs';

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';

const document = JSON.parse(
	readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
) as { components: Record<string, Record<string, unknown>> };

describe('the OpenAPI document', () => {
	it('is valid, with every reference', async () => {
		const validator = new Validator();
		const { valid, errors } = await validator.validate(structuredClone(document));
		expect(errors).toBeUndefined();
		expect(valid).toBe(true);
		expect(validator.version).toBe('3.1');
		// Replaces each reference with its target, and throws if it has none.
		validator.resolveRefs();
	});

	it('has no unused component', () => {
		const text = JSON.stringify(document);
		for (const kind of ['schemas', 'responses', 'parameters'] as const) {
			for (const name of Object.keys(document.components[kind] ?? {})) {
				expect(text, name).toContain(`"#/components/${kind}/${name}"`);
			}
		}
	});

	it('stays small, because shared parts are included once', () => {
		expect(JSON.stringify(document).length).toBeLessThan(520_000);
	});
});
