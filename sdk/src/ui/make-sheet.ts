export function makeSheet(rules: string): CSSStyleSheet {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(rules);
	return sheet;
}
