// The service worker: the shell of the page works without a network (local things open, and it says what is missing);
// the game itself always comes from the server. Files under /assets/ have their hash in the name and never change.
const SHELL = 'abbatia-shell-1';
const ASSETS = 'abbatia-assets-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== ASSETS).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put('/', answer.clone());
    return answer;
  } catch {
    return (await cache.match('/')) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(page(event.request));
});

// Web Push: it is somebody's turn. The server sends {"title", "body", "url"}.
self.addEventListener('push', (event) => {
  const said = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(said.title ?? 'Abbatia', {
      body: said.body ?? '',
      icon: '/icon-192.png',
      tag: said.url ?? 'abbatia',
      data: { url: said.url ?? '/' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const there = pages.find((client) => client.url === url);
      return there ? there.focus() : self.clients.openWindow(url);
    }),
  );
});
