// Shows the notifications that the service sends, and opens the page to which one links. It handles no requests of
// pages and caches nothing: what a page shows always comes from the service.

self.addEventListener('push', (event) => {
	const { title, body, url, tag, expires_at: expiresAt } = event.data.json();
	const time = { hour: 'numeric', minute: '2-digit' };
	const expires = expiresAt && `Expires at ${new Date(expiresAt).toLocaleTimeString([], time)}`;
	event.waitUntil(
		self.registration.showNotification(title, {
			body: [body, expires].filter(Boolean).join('\n'),
			tag,
			renotify: true,
			icon: 'icon-192.png',
			badge: 'badge-96.png',
			data: { url },
		}),
	);
});

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	const { url } = event.notification.data;
	// Only pages of this dashboard.
	if (url.startsWith(self.registration.scope)) event.waitUntil(openPage(url));
});

async function openPage(url) {
	const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const open = windows.find((window) => window.url === url);
	return open ? open.focus() : self.clients.openWindow(url);
}
