/** The one websocket of this page: numbered requests, answers as promises, reconnection that loses nothing. */
import { PROTOCOL, type FromClient, type FromServer, type Refused } from './wire';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
/** Where the page remembers that it was loaded anew because the server speaks another protocol. */
const RELOADED = 'abbatia.reloaded';

type WithoutRe<M> = M extends unknown ? Omit<M, 're'> : never;
export type Request = WithoutRe<FromClient>;
type Answered = Extract<FromServer, { re: number }>;
type Listener = (message: FromServer) => void;

/** The server said no; nothing has changed. */
export class RefusedError extends Error {
  constructor(readonly refused: Refused) {
    super(refused.code);
  }
}

/** The line broke before the answer came. */
export class LostError extends Error {}

function isOf<T extends Answered['type']>(message: Answered, type: T): message is Extract<Answered, { type: T }> {
  return message.type === type;
}

interface Waiting {
  resolve: (message: Answered) => void;
  reject: (error: Error) => void;
}

export class Connection {
  /** `lost`: it was there and is being sought again. */
  status = $state<'connecting' | 'open' | 'lost'>('connecting');
  /** Seconds between the server's clock and ours. */
  skew = 0;
  /** The server's version that this page came with; '' before the first greeting. */
  private version = '';
  private socket: WebSocket | null = null;
  private next = 1;
  private wait = FIRST_WAIT;
  private closed = false;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<Listener>();
  private readonly openers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly url: string,
    private readonly reload: () => void = () => location.reload(),
  ) {
    this.open();
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.retryNow);
      document.addEventListener('visibilitychange', this.retryNow);
    }
  }

  /** Hear every message that is not an answer. Returns how to stop. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called whenever the line is (again) open, at once if it is open now. Returns how to stop. */
  whenOpen(opener: () => void): () => void {
    this.openers.add(opener);
    if (this.status === 'open') opener();
    return () => this.openers.delete(opener);
  }

  /** Ask the server; rejects with RefusedError or LostError. */
  ask<T extends Answered['type']>(request: Request, answer: T): Promise<Extract<Answered, { type: T }>> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new LostError('not connected'));
        return;
      }
      const re = this.next++;
      this.waiting.set(re, {
        resolve: (message) => {
          if (isOf(message, answer)) resolve(message);
          else reject(new LostError(`unexpected answer ${message.type}`));
        },
        reject,
      });
      this.socket.send(JSON.stringify({ ...request, re }));
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    window.removeEventListener('online', this.retryNow);
    document.removeEventListener('visibilitychange', this.retryNow);
    this.socket?.close();
  }

  private readonly retryNow = (): void => {
    if (this.status !== 'lost' || document.visibilityState === 'hidden') return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  };

  private open(): void {
    if (this.closed) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => void this.greet();
    socket.onmessage = (event) => {
      for (const line of String(event.data).split('\n')) this.hear(JSON.parse(line) as FromServer);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private async greet(): Promise<void> {
    try {
      const welcome = await this.ask({ type: 'hello', protocol: PROTOCOL }, 'welcome');
      sessionStorage.removeItem(RELOADED);
      if (this.version && (welcome.version !== this.version || welcome.protocol !== PROTOCOL)) this.reload();
      this.version = welcome.version;
      this.skew = welcome.now - Date.now() / 1000;
      this.wait = FIRST_WAIT;
      this.status = 'open';
      clearInterval(this.pinger);
      this.pinger = setInterval(() => void this.ping(), PING_EVERY);
      for (const opener of this.openers) opener();
    } catch (error) {
      if (error instanceof RefusedError && error.refused.code === 'other_protocol') this.reloadOnce();
      this.socket?.close();
    }
  }

  /** This page is older (or newer) than the server: load it anew, but not for ever, as a proxy may keep it. */
  private reloadOnce(): void {
    if (sessionStorage.getItem(RELOADED) === String(PROTOCOL)) return;
    sessionStorage.setItem(RELOADED, String(PROTOCOL));
    this.reload();
  }

  private async ping(): Promise<void> {
    const socket = this.socket;
    const late = setTimeout(() => socket?.close(), PING_EVERY / 2);
    try {
      await this.ask({ type: 'ping' }, 'pong');
    } catch {
      // the close handler does what is needed
    } finally {
      clearTimeout(late);
    }
  }

  private hear(message: FromServer): void {
    if ('re' in message) this.settle(message);
    for (const listener of this.listeners) listener(message);
  }

  /** Give an answer to the request that waits for it. */
  private settle(message: Answered): void {
    const waiting = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (message.type === 'refused') waiting?.reject(new RefusedError(message));
    else waiting?.resolve(message);
  }

  private lose(): void {
    if (this.closed) return;
    this.status = 'lost';
    clearInterval(this.pinger);
    for (const waiting of this.waiting.values()) waiting.reject(new LostError('the connection broke'));
    this.waiting.clear();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
