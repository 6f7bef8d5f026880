/** A table in the browser when the line or the server has trouble: nothing chosen is lost, nobody is left outside. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showing } from '../src/board/showing.svelte';
import type { GameModule, Observation } from '../src/games/types';
import { Connection } from '../src/protocol/connection.svelte';
import {
  PROTOCOL,
  type FromClient,
  type FromServer,
  type Previewed,
  type Step,
  type Sync,
  type TableInfo,
  type View,
} from '../src/protocol/wire';
import type { SeatToken } from '../src/protocol/rest';
import { session, type Preferences } from '../src/session.svelte';
import { NO_ASSETS } from '../src/table/assets';
import { TableClient } from '../src/table/client.svelte';
import { NO_OBSERVATION } from '../src/table/scene.svelte';

/** The browser's end of a line whose other end is the test. */
class Socket {
  static readonly OPEN = 1;
  static newest: Socket;
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: FromClient[] = [];

  constructor(readonly url: string) {
    Socket.newest = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  /** The server says something. */
  async say(message: Partial<FromServer>): Promise<void> {
    this.onmessage?.({ data: JSON.stringify(message) });
    await settled();
  }

  /** The newest message of this kind that the client sent, with its number. */
  last<T extends FromClient['type']>(type: T): Extract<FromClient, { type: T }> & { re: number } {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`no ${type} was sent`);
    return found as Extract<FromClient, { type: T }> & { re: number };
  }

  /** The line is there, and the server greets. */
  async open(version = '', protocol = PROTOCOL): Promise<void> {
    this.readyState = Socket.OPEN;
    this.onopen?.();
    await settled();
    await this.say({ type: 'welcome', re: this.last('hello').re, protocol, version, now: 0, user: null });
  }
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const TOKENS: SeatToken[] = [{ seat: 1, token: 'token-of-seat-1' }];
const BARE: GameModule = {
  Board: () => ({}),
  fields: { kind: 'silent' },
  targets: () => [],
  intendedAction: () => null,
  name: String,
};
const WHY = { key: 'server.unavailable', args: {} };

const observationOf = (viewer: number | null, nth: number): Observation => ({
  ...NO_OBSERVATION,
  viewer,
  public: { nth },
});

function view(nth: number, viewer: number | null): View {
  const legal = viewer === null ? [] : ['a', 'b', 'c'];
  return {
    observation: observationOf(viewer, nth),
    to_act: [1],
    legal,
    asked: null,
    nth,
    undo: 'none',
    redo: false,
    result: null,
    cautions: [],
    lesson: null,
  };
}

function sync(re: number, viewer: number | null, nth = 0): Sync {
  const table = {
    id: 'table1',
    title: 'cardinal',
    state: 'playing',
    clocks: null,
    seats: [],
    to_act: [1],
    drawn: [],
  } as Partial<TableInfo> as TableInfo;
  const cursor = `${viewer} ${nth}`;
  return {
    type: 'sync',
    re,
    table,
    viewer,
    cursor,
    whole: true,
    first: 0,
    log: [],
    chat: [],
    muted: [],
    view: view(nth, viewer),
    seats: null,
  };
}

/** A table whose connection is open and whose subscription the test has yet to answer, with this board. */
async function enter(game: GameModule | null = null): Promise<TableClient> {
  const load = () => Promise.resolve({ ...NO_ASSETS, game });
  const client = new TableClient(new Connection('ws://here/api/ws'), 'table1', TOKENS, load);
  await Socket.newest.open();
  return client;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  session.change({ confirming: 'once' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a page that was open while the server was renewed', () => {
  it('loads itself anew when it comes back to another version, and only then', async () => {
    let loads = 0;
    new Connection('ws://here/api/ws', () => loads++);
    for (const version of ['1.0', '1.0', '1.1']) {
      const line = Socket.newest;
      await line.open(version);
      expect(loads).toBe(version === '1.1' ? 1 : 0);
      line.close();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(Socket.newest).not.toBe(line);
    }
    await Socket.newest.open('1.1', PROTOCOL + 1);
    expect(loads).toBe(2);
  });
});

describe('what others do', () => {
  const step = (nth: number): Step => ({
    type: 'step',
    table: 'table1',
    viewer: 1,
    cursor: `1 ${nth}`,
    first: nth - 1,
    clocks: null,
    changes: [[['public', 'nth'], nth]],
    view: { ...view(nth, 1), to_act: [0] },
    log: [{ number: nth - 1, seat: 0, turn: 0, text: `did ${nth}`, events: [] }],
  });

  /** A client to which three steps come in one moment; the first is shown. */
  async function threeAtOnce(pace: Preferences['pace']) {
    session.change({ pace });
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    for (const nth of [1, 2, 3]) line.onmessage?.({ data: JSON.stringify(step(nth)) });
    expect(client.screen.shown?.view.nth).toBe(1);
    return { client, line };
  }

  it('is shown at once, and what comes before that is painted with the next frame, all together', async () => {
    const { client, line } = await threeAtOnce('instant');
    expect(client.screen.waiting).toBe(0); // nobody has to wait for a frame
    await vi.advanceTimersByTimeAsync(50);
    expect(client.screen.shown?.view.nth).toBe(3);
    expect(client.screen.shown?.happenings.map(({ text }) => text)).toEqual(['did 2', 'did 3']);
    expect(client.screen.shown?.log).toHaveLength(3);
    await line.say(step(4));
    expect(client.screen.shown?.view.nth).toBe(4);
  });

  it('lays what has changed over what was seen before', async () => {
    const { client, line } = await threeAtOnce('instant');
    await line.say({ ...step(4), changes: [...step(4).changes, [['public', 'card'], 'swabia']] });
    await line.say({ ...step(5), changes: [] });
    await vi.advanceTimersByTimeAsync(50);
    expect(client.observation).toEqual({ ...observationOf(1, 4), public: { nth: 4, card: 'swabia' } });
  });

  it('is shown one after the other to a viewer that wants to follow it', async () => {
    const { client } = await threeAtOnce('calm');
    expect(client.screen.waiting).toBe(2);
    await vi.advanceTimersByTimeAsync(600);
    expect(client.screen.shown?.view.nth).toBe(2);
    client.screen.catchUp();
    expect(client.screen.shown?.view.nth).toBe(3);
    expect(client.screen.waiting).toBe(0);
  });
});

describe('a scoring that is played over the board', () => {
  afterEach(() => void (showing.holds = false));

  it('holds what others do until it is over', async () => {
    session.change({ pace: 'calm' });
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    for (const nth of [1, 2])
      line.onmessage?.({
        data: JSON.stringify({
          type: 'step',
          table: 'table1',
          viewer: 1,
          cursor: `1 ${nth}`,
          first: nth - 1,
          clocks: null,
          changes: [[['public', 'nth'], nth]],
          view: { ...view(nth, 1), to_act: [0] },
          log: [{ number: nth - 1, seat: 0, turn: 0, text: `did ${nth}`, events: [] }],
        }),
      });
    showing.holds = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(client.screen.shown?.view.nth).toBe(1);
    showing.holds = false;
    await vi.advanceTimersByTimeAsync(600);
    expect(client.screen.shown?.view.nth).toBe(2);
  });
});

describe('what others have seen', () => {
  it('is taken back only after a word about it', async () => {
    const client = await enter(BARE);
    const line = Socket.newest;
    const whole = sync(line.last('subscribe').re, 1);
    await line.say({ ...whole, view: { ...view(0, 1), undo: 'consent' } });
    await client.draft.undo();
    expect(client.draft.isAskingUndo).toBe(true);
    expect(line.sent.some(({ type }) => type === 'undo')).toBe(false);
    client.draft.keepPlayed();
    expect(client.draft.isAskingUndo).toBe(false);
    await client.draft.undo();
    void client.draft.undo();
    await settled();
    expect(line.last('undo').ask).toBe(true);
    expect(client.draft.isAskingUndo).toBe(false);
  });
});

describe('a line of the chat', () => {
  it('is sent again under the same key until it is heard, and another under another', async () => {
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    const send = async (text: string, type: 'done' | 'refused'): Promise<string | undefined> => {
      const said = client.chat.say(text);
      const { re, key } = line.last('chat');
      await line.say(
        type === 'done'
          ? { type, re, table: 'table1', nth: null }
          : { type, re, table: 'table1', code: 'unavailable', why: WHY, rule: '', nth: null },
      );
      expect(await said).toBe(type === 'done');
      return key;
    };
    const first = await send('Good luck!', 'refused');
    expect(first).toBeTruthy();
    expect(await send('Good luck!', 'done')).toBe(first);
    expect(await send('Good luck!', 'done')).not.toBe(first);
  });
});

describe('others who decide at the same time', () => {
  it('stop no player that is choosing, whatever the pace, and take nothing from the choice', async () => {
    session.change({ pace: 'calm' });
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    const both = (nth: number): View => ({ ...view(nth, 1), to_act: [0, 1], legal: ['send a', 'send b', 'keep'] });
    const said = (nth: number): Step => ({
      type: 'step',
      table: 'table1',
      viewer: 1,
      cursor: `1 ${nth}`,
      first: nth - 1,
      clocks: null,
      changes: [],
      view: both(nth),
      log: [{ number: nth - 1, seat: 0, turn: 0, text: `did ${nth}`, events: [] }],
    });
    await line.say(said(1));
    await vi.advanceTimersByTimeAsync(600);
    client.draft.choose('send');
    expect(client.draft.chosen).toEqual(['send']);
    await line.say(said(2));
    expect(client.screen.shown?.view.nth).toBe(2);
    expect(client.screen.waiting).toBe(0);
    expect(client.draft.chosen).toEqual(['send']);
    expect(client.draft.remaining.map(({ text }) => text)).toEqual(['send a', 'send b']);
  });
});

describe('a turn that is drafted', () => {
  const REFUSAL = { reason: { key: 'cardinal.refusal.one_country', args: {} }, rule: '5.1', lesson: null };

  /** What the server answers to the draft that was sent last. */
  const previewed = (legal: string[], more: Partial<Previewed> = {}): Promise<void> => {
    const { re, actions } = Socket.newest.last('preview');
    return Socket.newest.say({
      type: 'previewed',
      re,
      table: 'table1',
      seat: 1,
      done: actions.length,
      stopped: 'end',
      legal,
      ...more,
    });
  };

  async function drafting(game: GameModule | null = null): Promise<TableClient> {
    session.change({ confirming: 'turn' });
    const client = await enter(game);
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1));
    void client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    await settled();
    return client;
  }

  it('asks why something cannot follow it, not why it cannot begin', async () => {
    const client = await drafting();
    await previewed(['c']);
    const asked = client.draft.explainText('a');
    await settled();
    expect(Socket.newest.last('preview').actions).toEqual(['b', 'a']);
    await previewed(['c'], { done: 1, stopped: 'refused', refusal: REFUSAL });
    await asked;
    expect(client.requests.notice).toEqual(REFUSAL);
    expect(client.draft.actions).toEqual(['b']);
    expect(Socket.newest.sent.some((message) => message.type === 'why')).toBe(false);
  });

  it('does not say why the place that was just clicked is closed now, while the mouse still rests there', async () => {
    session.change({ confirming: 'turn' });
    const client = await enter({ ...BARE, targets: (text) => [`site:${text}`], intendedAction: () => 'a' });
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1));
    client.draft.choose('site:a');
    await settled();
    await previewed(['c']);
    expect(client.draft.actions).toEqual(['a']);
    const sent = Socket.newest.sent.length;
    void client.draft.hover('site:a');
    await settled();
    expect(Socket.newest.sent.length).toBe(sent);
    void client.draft.hover(null); // it goes away and comes back: now it asks
    void client.draft.hover('site:a');
    await settled();
    expect(Socket.newest.sent.length).toBe(sent + 1);
  });

  it('is named as it was meant when it was chosen, whatever lies there afterwards', async () => {
    session.change({ confirming: 'turn' });
    const client = await enter({
      ...BARE,
      meant: ({ key }, { public: now }) => ({ key, args: now as { nth: number } }),
    });
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, 7));
    const [first] = client.draft.legal;
    if (first) void client.draft.take(first);
    await settled();
    await previewed(['c'], { observation: observationOf(1, 8) });
    expect(client.draft.drafted.map(({ label }) => label)).toEqual([{ key: 'a', args: { nth: 7 } }]);
    expect(client.draft.legal.map(({ label }) => label)).toEqual([{ key: 'c', args: { nth: 8 } }]);
  });

  it('tells a form what could follow it, and drafts nothing of that', async () => {
    const client = await drafting();
    await previewed(['c']);
    const asked = client.draft.after(['c', 'd']);
    await settled();
    expect(Socket.newest.last('preview').actions).toEqual(['b', 'c', 'd']);
    await previewed(['e'], { observation: observationOf(1, 8) });
    expect(await asked).toMatchObject({ legal: ['e'], observation: observationOf(1, 8) });
    expect(client.draft.actions).toEqual(['b']);
    const beyond = client.draft.after(['x']);
    await settled();
    await previewed([], { stopped: 'revealed' });
    expect(await beyond).toBeNull();
  });

  it('cannot be confirmed in the middle of a move', async () => {
    const client = await drafting({ ...BARE, isUnfinished: ({ public: now }) => (now as { nth: number }).nth === 8 });
    await previewed(['c'], { observation: observationOf(1, 8) });
    expect(client.draft.isUnfinished).toBe(true);
    await client.draft.confirm();
    expect(Socket.newest.sent.some((message) => message.type === 'play')).toBe(false);
    void client.draft.take({ text: 'c', label: { key: 'c', args: {} }, targets: [] });
    await settled();
    await previewed(['d'], { observation: observationOf(1, 9) });
    expect(client.draft.isUnfinished).toBe(false);
    void client.draft.confirm();
    await settled();
    expect(Socket.newest.last('play').actions).toEqual(['b', 'c']);
  });

  it('goes on by itself with what goes without saying, and takes it back with what it followed', async () => {
    const client = await drafting({ ...BARE, goesWithoutSaying: (text) => text === 'stop' });
    await previewed(['stop']);
    expect(Socket.newest.last('preview').actions).toEqual(['b', 'stop']);
    await previewed(['d', 'e']);
    expect(client.draft.actions).toEqual(['b', 'stop']);
    await client.draft.undo();
    expect(client.draft.actions).toEqual([]);
  });

  it('plays what a form of the board chose, after what is drafted, in one message', async () => {
    const client = await drafting();
    await previewed(['c', 'd']);
    void client.draft.takeAll(['c', 'd']);
    await settled();
    expect(Socket.newest.last('play').actions).toEqual(['b', 'c', 'd']);
  });

  it('plays by itself what decides nothing', async () => {
    const client = await enter({ ...BARE, forced: (legal) => legal[0] ?? null });
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, 7));
    expect(client.draft.forced).toBe('a');
    void client.draft.playForced();
    await settled();
    expect(Socket.newest.last('play').actions).toEqual(['a']);
    expect(client.draft.forced).toBeNull(); // while it is being played
  });

  it('leaves every other choice to the player, also the only one', async () => {
    const client = await drafting({ ...BARE, goesWithoutSaying: (text) => text === 'stop' });
    await previewed(['c']);
    expect(client.draft.actions).toEqual(['b']);
    expect(Socket.newest.last('preview').actions).toEqual(['b']);
  });
});

describe('a whole turn', () => {
  /** A table with the draft `a, b, c`, which the engine has previewed. */
  async function drafted(): Promise<TableClient> {
    session.change({ confirming: 'turn' });
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1, 7));
    for (const text of ['a', 'b', 'c']) {
      void client.draft.take({ text, label: { key: text, args: {} }, targets: [] });
      await settled();
      const { re, actions } = line.last('preview');
      await line.say({
        type: 'previewed',
        re,
        table: 'table1',
        seat: 1,
        done: actions.length,
        stopped: 'end',
        legal: ['a', 'b', 'c'],
      });
    }
    expect(client.draft.actions).toEqual(['a', 'b', 'c']);
    return client;
  }
  const plays = () => Socket.newest.sent.filter((message) => message.type === 'play');
  const done = (nth: number, played: number): Promise<void> =>
    Socket.newest.say({ type: 'done', re: Socket.newest.last('play').re, table: 'table1', nth, played });

  it('is played in one message, and one answer ends it', async () => {
    const client = await drafted();
    const confirmed = client.draft.confirm();
    await settled();
    expect(plays()).toHaveLength(1);
    expect(Socket.newest.last('play')).toMatchObject({ seat: 1, nth: 7, actions: ['a', 'b', 'c'] });
    const sent = Socket.newest.sent.length;
    await Socket.newest.say(sync(0, 1, 10));
    await done(10, 3);
    await confirmed;
    expect(client.draft.actions).toEqual([]);
    expect(client.requests.busy).toBe(false);
    expect(client.requests.notice).toBeNull();
    expect(Socket.newest.sent).toHaveLength(sent); // nothing more was asked
  });

  it('says so where something came to light and the rest was dropped', async () => {
    const client = await drafted();
    const confirmed = client.draft.confirm();
    await settled();
    await Socket.newest.say(sync(0, 1, 9));
    await done(9, 2);
    await confirmed;
    expect(client.draft.actions).toEqual([]);
    expect(client.requests.notice?.reason.key).toBe('web.rest_dropped');
    expect(plays()).toHaveLength(1);
  });

  it('keeps what comes before the action that is refused: nothing of it was played', async () => {
    const client = await drafted();
    const confirmed = client.draft.confirm();
    await settled();
    const { re } = Socket.newest.last('play');
    const why = { key: 'cardinal.refusal.one_country', args: {} };
    await Socket.newest.say({
      type: 'refused',
      re,
      table: 'table1',
      code: 'illegal',
      why,
      rule: '5.1',
      nth: null,
      at: 2,
    });
    const { re: asked, actions } = Socket.newest.last('preview');
    expect(actions).toEqual(['a', 'b']);
    await Socket.newest.say({
      type: 'previewed',
      re: asked,
      table: 'table1',
      seat: 1,
      done: 2,
      stopped: 'end',
      legal: ['d'],
    });
    await confirmed;
    expect(client.draft.actions).toEqual(['a', 'b']);
    expect(client.draft.legal.map(({ text }) => text)).toEqual(['d']);
    expect(client.requests.notice).toEqual({ reason: why, rule: '5.1' });
    expect(plays()).toHaveLength(1);
  });

  it.each([
    { what: 'stored whole', nth: 10, draft: [] },
    { what: 'stored up to a revelation', nth: 8, draft: [] },
    { what: 'not stored', nth: 7, draft: ['a', 'b', 'c'] },
  ])('whose answer was lost is known by its number when the connection is back: $what', async ({ nth, draft }) => {
    const client = await drafted();
    const confirmed = client.draft.confirm();
    await settled();
    expect(plays()).toHaveLength(1);
    Socket.newest.close();
    await confirmed;
    expect(client.draft.actions).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(10_000);
    await Socket.newest.open();
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, nth));
    if (draft.length > 0) {
      const { re, actions } = Socket.newest.last('preview');
      expect(actions).toEqual(draft);
      await Socket.newest.say({ type: 'previewed', re, table: 'table1', seat: 1, done: 3, stopped: 'end', legal: [] });
    }
    expect(client.draft.actions).toEqual(draft);
    expect(client.requests.notice).toBeNull();
    expect(plays()).toHaveLength(0); // nothing is sent again by itself
  });
});

describe('a table in trouble', () => {
  it('asks again by itself where the server could not answer', async () => {
    const client = await enter();
    const line = Socket.newest;
    const refused = line.last('subscribe').re;
    await line.say({
      type: 'refused',
      re: refused,
      code: 'unavailable',
      why: WHY,
      rule: '',
      table: 'table1',
      nth: null,
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(line.last('subscribe').re).toBeGreaterThan(refused);
    await line.say(sync(line.last('subscribe').re, 1));
    expect(client.problem).toBeNull();
    expect(client.screen.shown?.view.nth).toBe(0);
  });

  it('asks no more for a table that is not there', async () => {
    const client = await enter();
    const line = Socket.newest;
    const re = line.last('subscribe').re;
    await line.say({ type: 'refused', re, code: 'unknown_table', why: WHY, rule: '', table: 'table1', nth: null });
    await vi.advanceTimersByTimeAsync(5000);
    expect(line.last('subscribe').re).toBe(re);
    expect(client.problem).toEqual(WHY);
  });

  it('is watched by a viewer that holds no seat there any more', async () => {
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, null));
    expect(client.screen.mine).toEqual([]);
    expect(client.screen.viewer).toBeNull();
    expect(client.screen.shown?.view.observation).toEqual(observationOf(null, 0));
  });

  it('keeps what could not be stored, to be sent again under the same number', async () => {
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    const played = client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    await settled();
    const first = line.last('play');
    await line.say({
      type: 'refused',
      re: first.re,
      code: 'unavailable',
      why: WHY,
      rule: '',
      table: 'table1',
      nth: null,
    });
    await played;
    expect(client.draft.actions).toEqual(['b']);
    void client.draft.confirm();
    await settled();
    const again = line.last('play');
    expect(again.re).toBeGreaterThan(first.re);
    expect({ ...again, re: 0 }).toEqual({ ...first, re: 0 });
  });

  it('takes what was stored all the same out of the draft', async () => {
    const client = await enter();
    const line = Socket.newest;
    await line.say(sync(line.last('subscribe').re, 1));
    const played = client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    await settled();
    await line.say({
      type: 'refused',
      re: line.last('play').re,
      code: 'unavailable',
      why: WHY,
      rule: '',
      table: 'table1',
      nth: null,
    });
    await played;
    await line.say(sync(0, 1, 1));
    expect(client.draft.actions).toEqual([]);
    expect(line.sent.some((message) => message.type === 'preview')).toBe(false);
  });

  it.each([
    { stored: true, draft: [] },
    { stored: false, draft: ['b'] },
  ])('finds out whether the action was stored whose answer was lost ($stored)', async ({ stored, draft }) => {
    const client = await enter();
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, 7));
    const played = client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    await settled();
    expect(Socket.newest.last('play').nth).toBe(7);
    Socket.newest.close();
    await played;
    await vi.advanceTimersByTimeAsync(1000);
    await Socket.newest.open();
    expect(Socket.newest.last('subscribe').since).toEqual(['1 7']);
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, stored ? 8 : 7));
    if (!stored) {
      const { re, seat, actions } = Socket.newest.last('preview');
      await Socket.newest.say({ type: 'previewed', re, table: 'table1', seat, done: 1, stopped: 'end', legal: [] });
      expect(actions).toEqual(['b']);
    }
    expect(client.draft.actions).toEqual(draft);
  });

  /** A client that drafts, whose line has just broken. */
  async function cutOff(): Promise<TableClient> {
    session.change({ confirming: 'turn' });
    const client = await enter();
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1));
    Socket.newest.close();
    await settled();
    return client;
  }

  /** The line is back and the server has answered the subscription. */
  async function comeBack(nth = 0): Promise<void> {
    await vi.advanceTimersByTimeAsync(10_000);
    await Socket.newest.open();
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1, nth));
  }

  it('keeps what was chosen while the line was broken, and drafts it when the line is back', async () => {
    const client = await cutOff();
    await client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    expect(client.requests.notice?.reason.key).toBe('web.lost_kept');
    expect(client.draft.actions).toEqual(['b']);
    expect(client.draft.legal).toEqual([]); // what would be legal after it nobody can say now
    await comeBack();
    const { re, seat, actions } = Socket.newest.last('preview');
    expect(actions).toEqual(['b']);
    await Socket.newest.say({ type: 'previewed', re, table: 'table1', seat, done: 1, stopped: 'end', legal: ['c'] });
    expect(client.draft.actions).toEqual(['b']);
    expect(client.draft.legal.map(({ text }) => text)).toEqual(['c']);
    expect(client.requests.notice).toBeNull();
  });

  it('keeps what was chosen where the line broke before the answer', async () => {
    session.change({ confirming: 'turn' });
    const client = await enter();
    await Socket.newest.say(sync(Socket.newest.last('subscribe').re, 1));
    const taken = client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    await settled();
    Socket.newest.close();
    await taken;
    expect(client.draft.actions).toEqual(['b']);
    await comeBack();
    expect(Socket.newest.last('preview').actions).toEqual(['b']);
    expect(client.requests.notice).toBeNull();
  });

  it('promises nothing to a click that it cannot keep', async () => {
    const client = await cutOff();
    await client.draft.take({ text: 'b', label: { key: 'b', args: {} }, targets: [] });
    client.draft.choose('somewhere');
    await settled();
    expect(client.requests.notice?.reason.key).toBe('web.lost_wait');
    expect(client.draft.actions).toEqual(['b']);
    await comeBack();
    expect(client.requests.notice).toBeNull();
  });

  it('says that nothing was done where nothing was chosen, until the line is back', async () => {
    const client = await cutOff();
    await client.chat.say('Pax');
    expect(client.requests.notice?.reason.key).toBe('web.lost');
    await comeBack();
    expect(client.requests.notice).toBeNull();
  });
});
