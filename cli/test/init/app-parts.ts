// Files that several apps of the tests share.

/** Text of a JSON file. */
export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export function manifest(dependencies: Record<string, string>): string {
	return json({ name: 'shop', private: true, dependencies });
}

export const layout = `import type { Metadata } from "next";
import "./globals.css";

export const metadata: Metadata = { title: "Shop" };

export default function RootLayout({
  children,
}: Readonly<{
  children: React.ReactNode;
}>) {
  return (
    <html lang="en">
      <body className="antialiased">
        {children}
      </body>
    </html>
  );
}
`;

export const page = (entry: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <title>shop</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="${entry}"></script>
  </body>
</html>
`;

export const reactEntry = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`;
