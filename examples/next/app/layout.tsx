import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';

import './style.css';

export const metadata: Metadata = {
	title: 'Northwind Reports, a Next.js example',
	description: 'A small Next.js app that asks its visitors for feedback.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="en">
			<body>{children}</body>
		</html>
	);
}
