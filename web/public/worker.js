// The service worker: the shell of the page works without a network (local things open, and it says what is missing);
// the game itself always comes from the server. Files under /assets/ have their hash in the name and never change.
const SHELL = 'abbatia-shell-1';
const ASSETS = 'abbatia-assets-1';
const LANGUAGE = 'abbatia-language'; // written by the page when it asks to be woken (account/push.ts)

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
      .then((names) =>
        Promise.all(
          names.filter((name) => ![SHELL, ASSETS, LANGUAGE].includes(name)).map((name) => caches.delete(name)),
        ),
      )
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

/** What the server answers by itself: the page is not shown there, and nothing of it is kept. */
function isServers(path) {
  return /^\/(api|docs)(\/|$)/.test(path);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || isServers(url.pathname)) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(page(event.request));
});

async function json(path) {
  const answer = await fetch(path);
  return answer.ok ? answer.json() : null;
}

/** The table that waits longest for whoever is logged in here, said in the language of the page. */
async function waiting() {
  const language = (await (await (await caches.open(LANGUAGE)).match('/language'))?.text()) ?? 'en';
  const [mine, words] = await Promise.all([json('/api/me/seats'), json(`/api/words/${language}`)]);
  const found = mine?.seats.find(({ table, seat }) => table.to_act.includes(seat));
  if (!found || !words) return { body: '', url: '/' };
  const { id, title } = found.table;
  return { body: words['server.your_turn'].replace('{title}', words[`${title}.name`]), url: `/t/${id}` };
}

// Web Push wakes us without a word (the push service shall learn nothing): we ask the server ourselves.
self.addEventListener('push', (event) => {
  event.waitUntil(
    waiting()
      .catch(() => ({ body: '', url: '/' }))
      .then(({ body, url }) =>
        self.registration.showNotification('Abbatia', { body, icon: '/icon-192.png', tag: url, data: { url } }),
      ),
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
