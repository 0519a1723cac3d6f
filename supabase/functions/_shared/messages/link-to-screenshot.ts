/** Returns the dashboard's page of a picture. `pages`: URL of the site in the dashboard. */
export function linkToScreenshot(pages: string, response: string, question: string): string {
	return `${pages}/responses?response=${response}&picture=${question}`;
}
