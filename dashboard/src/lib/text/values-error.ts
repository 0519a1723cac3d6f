/** Said beside a field for properties or traits whose text is not valid. */
export const valuesError =
	'Enter a flat JSON object of strings, numbers, true, false and null, such as {"format": "pdf"}.';
