// Apps of frameworks whose browser code begins in a component or in a module of their own.
import { manifest, page } from './app-parts.ts';

const astroLayout = `---
interface Props { title: string }
const { title } = Astro.props;
// A note: </head> is below.
---

<!doctype html>
<html lang="en">
	<head>
		<meta charset="UTF-8" />
		<title>{title}</title>
	</head>
	<body>
		<slot />
	</body>
</html>

<style>
	body { margin: 0; }
</style>
`;

export const astro = {
	'package.json': manifest({ astro: '^7.3.5' }),
	'tsconfig.json': '{}\n',
	'src/layouts/Layout.astro': astroLayout,
	'src/pages/index.astro': `---\nimport Layout from '../layouts/Layout.astro';\n---\n\n<Layout title="Shop" />\n`,
};

const astroPage = `---
import BaseHead from '../components/BaseHead.astro';
---

<!doctype html>
<html lang="en">
	<head>
		<BaseHead title="Shop" />
	</head>
	<body></body>
</html>
`;

export const astroWithHead = {
	'package.json': manifest({ astro: '^7.3.5' }),
	'src/components/BaseHead.astro': `---\nconst { title } = Astro.props;\n---\n\n<meta charset="utf-8" />\n<title>{title}</title>\n`,
	'src/pages/index.astro': astroPage,
	'src/pages/about.astro': astroPage,
};

export const qwikRoot = `import { component$ } from "@builder.io/qwik";
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city";
import { RouterHead } from "./components/router-head/router-head";

import "./global.css";

export default component$(() => {
  /**
   * Don't remove the \`<head>\` and \`<body>\` elements.
   */
  return (
    <QwikCityProvider>
      <head>
        <meta charset="utf-8" />
        <RouterHead />
      </head>
      <body lang="en">
        <RouterOutlet />
      </body>
    </QwikCityProvider>
  );
});
`;

export const qwik = {
	'package.json': manifest({ '@builder.io/qwik': '^1.16.0', '@builder.io/qwik-city': '^1.16.0' }),
	'tsconfig.json': '{}\n',
	'src/root.tsx': qwikRoot,
};

export const gatsbyBrowser = `import "./src/styles/global.css"

export const onRouteUpdate = ({ location }) => {
  console.info(location.pathname)
}
`;

export const expoLayout = `import { Stack } from 'expo-router';
import 'react-native-reanimated';

export default function RootLayout() {
  return <Stack />;
}
`;

export const expo = {
	'package.json': manifest({
		expo: '~54.0.0',
		'expo-router': '~6.0.0',
		'react-native-web': '~0.21.0',
	}),
	'tsconfig.json': '{}\n',
	'app/_layout.tsx': expoLayout,
};

export const expoApp = `import { StatusBar } from 'expo-status-bar';
import { Text, View } from 'react-native';

export default function App() {
  return (
    <View>
      <Text>Shop</Text>
      <StatusBar style="auto" />
    </View>
  );
}
`;

export const electronVite = {
	'package.json': manifest({ electron: '^40.0.0', 'electron-vite': '^5.0.0', vite: '^7.0.0' }),
	'tsconfig.json': '{}\n',
	'src/main/index.ts': `import { app } from 'electron'\n`,
	'src/renderer/index.html': page('/src/main.ts'),
	'src/renderer/src/main.ts': `import './assets/main.css'\n\nconsole.info('renderer')\n`,
};

export const electronPlain = {
	'package.json': manifest({ electron: '^40.0.0' }),
	'main.js': `const { app, BrowserWindow } = require('electron')\n`,
	'renderer.js': `console.info('renderer')\n`,
	'index.html': `<!DOCTYPE html>
<html>
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'">
    <title>Hello World!</title>
  </head>
  <body>
    <script src="./renderer.js"></script>
  </body>
</html>
`,
};
