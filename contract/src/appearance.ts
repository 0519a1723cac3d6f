import { z } from 'zod';

import { text } from './text.ts';

/** A missing field takes the site's setting, or else the value of `builtinAppearance` or `builtinStyle`. */
export const appearanceSchema = z.strictObject({
	theme: z.enum(['auto', 'light', 'dark']).optional(),
	accent: z
		.string()
		.regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as "#4f46e5"' })
		.optional(),
	radius: z.number().min(0).max(24).optional(),
	font: z.enum(['system', 'inherit']).optional(),
	position: z
		.enum(['bottom_right', 'bottom_left', 'top_right', 'top_left', 'center', 'inline'])
		.optional(),
	/** CSS selector of the element to draw in, for `inline`. */
	target: text(200).optional(),
});
