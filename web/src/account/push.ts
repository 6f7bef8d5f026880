/** Web Push in this browser: the server wakes the service worker, which says whose table waits. */

/** Why this browser cannot be woken: the key of a sentence. */
export class PushRefused extends Error {}

const LANGUAGE = 'abbatia-language';

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The address by which this browser is woken; null when it is not. */
export async function currentEndpoint(): Promise<string | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Ask the player and the browser; returns the address to send to the server. Raises PushRefused. */
export async function subscribe(key: string, language: string): Promise<string> {
  if (!canPush()) throw new PushRefused('web.push.unsupported');
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('web.push.denied');
  await (await caches.open(LANGUAGE)).put('/language', new Response(language));
  const registration = await navigator.serviceWorker.ready;
  try {
    return (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).endpoint;
  } catch {
    throw new PushRefused('web.push.unreachable'); // the browser's push service, not ours
  }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
