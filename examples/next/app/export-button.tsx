'use client';

import { Feedback } from '@feedback/sdk';
import { useState } from 'react';

/** Reports the fact that a report was exported; the service decides whether to ask about it. */
export function ExportButton() {
	const [exported, setExported] = useState(0);

	async function exportReport() {
		const displayed = await Feedback.event('report.exported', { format: 'pdf' });
		console.info(displayed ? 'The visitor was asked.' : 'The visitor was not asked.');
	}

	return (
		<button
			type="button"
			onClick={() => {
				setExported(exported + 1);
				void exportReport();
			}}
		>
			Export report{exported > 0 && ` (${exported})`}
		</button>
	);
}
