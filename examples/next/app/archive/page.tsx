import Link from 'next/link';

export default function ArchivePage() {
	return (
		<main>
			<h1>Earlier reports</h1>
			<p>There are none yet.</p>
			<p>
				<Link href="/">Back to the report</Link>
			</p>
		</main>
	);
}
