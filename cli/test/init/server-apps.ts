// Layouts as the generators of server frameworks write them.
import { json } from './app-parts.ts';

export const rails = {
	'config/application.rb': 'module Shop\n  class Application < Rails::Application\n  end\nend\n',
	'Gemfile.lock': 'GEM\n  specs:\n    rails (8.1.1)\n      actioncable (= 8.1.1)\n',
	'app/views/layouts/mailer.html.erb': '<html>\n  <head>\n  </head>\n</html>\n',
	'app/views/layouts/application.html.erb': `<!DOCTYPE html>
<html>
  <head>
    <title><%= content_for(:title) || "Shop" %></title>
    <%= csrf_meta_tags %>
    <%= csp_meta_tag %>

    <%# The end of this part is </head>. %>
    <%= stylesheet_link_tag :app, "data-turbo-track": "reload" %>
    <%= javascript_importmap_tags %>
  </head>

  <body>
    <%= yield %>
  </body>
</html>
`,
};

export const railsWithPolicy = {
	...rails,
	'config/initializers/content_security_policy.rb':
		'Rails.application.configure do\n  config.content_security_policy do |policy|\n    policy.script_src :self, :https\n  end\nend\n',
	'app/views/layouts/admin.html.erb': '<html>\n<head>\n</head>\n<body></body>\n</html>\n',
};

const laravelHead = `<!DOCTYPE html>
<html lang="{{ str_replace('_', '-', app()->getLocale()) }}">
    <head>
        <meta charset="utf-8">
        {{-- Not this </head>. --}}
        <title>{{ config('app.name', 'Laravel') }}</title>
        @vite(['resources/css/app.css', 'resources/js/app.js'])
    </head>
    <body class="font-sans antialiased">
        {{ $slot }}
    </body>
</html>
`;

export const laravel = {
	artisan: '#!/usr/bin/env php\n<?php\n',
	'composer.lock': json({ packages: [{ name: 'laravel/framework', version: 'v12.40.1' }] }),
	'package.json': json({ private: true, devDependencies: { vite: '^7.0.0' } }),
	'resources/views/layouts/app.blade.php': laravelHead,
	'resources/views/layouts/guest.blade.php': laravelHead,
};

export const laravelWithPart = {
	artisan: '#!/usr/bin/env php\n<?php\n',
	'resources/views/partials/head.blade.php': `<meta charset="utf-8" />\n\n@vite(['resources/js/app.js'])\n@fluxAppearance\n`,
	'resources/views/components/layouts/app/sidebar.blade.php': `<html>\n<head>\n    @include('partials.head')\n</head>\n</html>\n`,
	'resources/views/components/layouts/auth/simple.blade.php': `<html>\n<head>\n    @include('partials.head')\n</head>\n</html>\n`,
};

export const django = {
	'manage.py': 'import os\n',
	'requirements.txt': 'Django==6.0.1\npsycopg\n',
	'shop/settings.py': `DEBUG = True\nTEMPLATES = [{"OPTIONS": {"context_processors": [\n    "django.template.context_processors.csp",\n]}}]\n`,
	'templates/base.html': `{% load static %}<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>{% block title %}Shop{% endblock %}</title>
  {# The block below ends the </head>. #}
  {% block head %}{% endblock %}
</head>
<body>
  {% block content %}{% endblock %}
</body>
</html>
`,
	'templates/emails/receipt.html': '<html><head></head></html>\n',
	'templates/home.html': `{% extends "base.html" %}\n{% block content %}<h1>Shop</h1>{% endblock %}\n`,
};

export const djangoWithPolicy = {
	...django,
	'shop/settings.py':
		'MIDDLEWARE = [\n    "csp.middleware.CSPMiddleware",\n]\nCONTENT_SECURITY_POLICY = {}\n',
};

export const phoenix = {
	'mix.exs': 'defp deps do\n  [\n    {:phoenix, "~> 1.8.1"}\n  ]\nend\n',
	'mix.lock': `%{\n  "phoenix": {:hex, :phoenix, "1.8.3", "abc", [:mix], [], "hexpm", "def"},\n}\n`,
	'lib/shop_web/components/layouts/root.html.heex': `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="csrf-token" content={get_csrf_token()} />
    <.live_title default="Shop" suffix=" · Phoenix Framework">
      {assigns[:page_title]}
    </.live_title>
    <%!-- Not before this </head>. --%>
    <script nonce={@csp_nonce} defer phx-track-static type="text/javascript" src={~p"/assets/js/app.js"}>
    </script>
  </head>
  <body>
    {@inner_content}
  </body>
</html>
`,
};

const style = '/*\nTheme Name: Shop\nVersion: 1.4\n*/\n';

export const wordpress = {
	'style.css': style,
	'functions.php': "<?php\nadd_theme_support( 'title-tag' );\n",
	'header.php': `<?php
/**
 * The header, with everything up to </head>.
 */
?>
<!doctype html>
<html <?php language_attributes(); ?>>
<head>
	<meta charset="<?php bloginfo( 'charset' ); ?>">
	<?php wp_head(); ?>
</head>

<body <?php body_class(); ?>>
`,
};

export const wordpressBlocks = {
	'style.css': style,
	'theme.json': '{}\n',
	'templates/index.html': '<!-- wp:post-content /-->\n',
	'functions.php':
		"<?php\n\nfunction shop_setup() {\n\tadd_theme_support( 'wp-block-styles' );\n}\nadd_action( 'after_setup_theme', 'shop_setup' );\n",
};

export const wordpressChild = {
	'style.css': '/*\n Theme Name: Shop child\n Template: twentytwentyfive\n*/\n',
};
