// The XML of a workbook (ECMA-376): everything around its rows.
import type { ColumnType, ExportColumn } from '@feedback/contract';

export type WrittenSheet = {
	name: string;
	columns: number;
	/** The heading included. */
	rows: number;
};

export const dateStyle = 1;
export const headingStyle = 2;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const widths: Record<ColumnType, number> = {
	text: 24,
	integer: 10,
	flag: 10,
	instant: 20,
	texts: 32,
	json: 32,
};

export function openSheet(columns: readonly Pick<ExportColumn, 'type'>[]): string {
	const cols = columns.map(
		({ type }, at) =>
			`<col min="${at + 1}" max="${at + 1}" width="${widths[type]}" customWidth="1"/>`,
	);
	return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`;
}

export function closeSheet({ columns, rows }: WrittenSheet): string {
	return `</sheetData><autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/></worksheet>`;
}

/** The list of sheets, and the cells of each that a reader may filter: its heading and its rows. */
export function writeWorkbook(sheets: readonly WrittenSheet[]): string {
	const listed = sheets.map(
		({ name }, at) => `<sheet name="${escapeText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
	);
	const filtered = sheets.map(
		({ name, columns, rows }, at) =>
			`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${escapeText(name)}'!$A$1:$${columnLetters(columns - 1)}$${rows}</definedName>`,
	);
	return `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${listed.join('')}</sheets><definedNames>${filtered.join('')}</definedNames></workbook>`;
}

/** By position: plain, `dateStyle`, `headingStyle`. */
export function writeStyles(): string {
	return `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

export function writeRelations(sheets: number): string {
	const targets = Array.from(
		{ length: sheets },
		(_, at) =>
			`<Relationship Id="rId${at + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
	);
	return `${head}<Relationships xmlns="${packages}/relationships">${targets.join('')}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`;
}

export function writeRootRelations(): string {
	return `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
}

export function writeContentTypes(sheets: number): string {
	const overrides = Array.from(
		{ length: sheets },
		(_, at) =>
			`<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${content}.worksheet+xml"/>`,
	);
	return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>${overrides.join('')}</Types>`;
}

/**
 * The letters of a column, from 0.
 *
 * @example
 * columnLetters(27); // 'AB'
 */
export function columnLetters(at: number): string {
	const last = String.fromCharCode(65 + (at % 26));
	return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text; characters that XML does not have are written as Excel writes them, such as `_x000D_`. */
export function escapeText(text: string): string {
	return text.replace(
		special,
		(found) =>
			entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
	);
}
