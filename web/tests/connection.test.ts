/** The websocket of the page: what it does when the server speaks another protocol. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Connection } from '../src/protocol/connection.svelte';
import { PROTOCOL } from '../src/protocol/wire';

class FakeSocket {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: { type: string; re: number; protocol?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  answer(message: object): Promise<void> {
    this.onmessage?.({ data: JSON.stringify({ ...message, re: this.sent.at(-1)?.re }) });
    return new Promise((resolve) => setTimeout(resolve));
  }
}

const REFUSED = { type: 'refused', code: 'other_protocol', why: { key: 'server.other_protocol', args: {} } };
const WELCOME = { type: 'welcome', protocol: PROTOCOL, version: '1', now: 0, user: null };
const stored = new Map<string, string>();

beforeEach(() => {
  FakeSocket.opened = [];
  stored.clear();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

async function greeted(answer: object): Promise<{ reload: ReturnType<typeof vi.fn>; connection: Connection }> {
  const reload = vi.fn();
  const connection = new Connection('ws://test', reload);
  const socket = FakeSocket.opened.at(-1)!;
  socket.onopen?.();
  expect(socket.sent[0]).toMatchObject({ type: 'hello', protocol: PROTOCOL });
  await socket.answer(answer);
  return { reload, connection };
}

test('a page of another protocol loads itself anew, once', async () => {
  const first = await greeted(REFUSED);
  expect(first.reload).toHaveBeenCalledTimes(1);
  expect(first.connection.status).not.toBe('open');
  first.connection.close();
  const second = await greeted(REFUSED); // the page that came is no other
  expect(second.reload).not.toHaveBeenCalled();
  second.connection.close();
});

test('after a welcome it may load itself anew again', async () => {
  (await greeted(REFUSED)).connection.close();
  const welcomed = await greeted(WELCOME);
  expect(welcomed.reload).not.toHaveBeenCalled();
  expect(welcomed.connection.status).toBe('open');
  welcomed.connection.close();
  const later = await greeted(REFUSED);
  expect(later.reload).toHaveBeenCalledTimes(1);
  later.connection.close();
});
