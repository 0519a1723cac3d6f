import Link from 'next/link';

import { ExportButton } from './export-button.tsx';

export default function ReportPage() {
	return (
		<main>
			<h1>Revenue, third quarter</h1>
			<p>Export the report, and the app asks how that went.</p>
			<ExportButton />
			<p>
				<Link href="/archive">Earlier reports</Link>
			</p>
		</main>
	);
}
