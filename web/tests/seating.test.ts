/** Seats are drawn when a match begins: what this browser holds and looks through goes along. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sync, TableInfo } from '../src/protocol/wire';
import { session } from '../src/session.svelte';
import { NO_OBSERVATION } from '../src/table/scene.svelte';
import { Screen } from '../src/table/screen.svelte';

const TABLE = { id: 'table1', state: 'playing', drawn: [1, 2, 0] } as Partial<TableInfo> as TableInfo;

function sync(viewer: number | null, seats: number[] | null, toAct: number[] = []): Sync {
  const view = {
    observation: { ...NO_OBSERVATION, viewer },
    to_act: toAct,
    legal: [],
    asked: null,
    nth: 0,
    undo: 'none' as const,
    redo: false,
    result: null,
    cautions: [],
    lesson: null,
  };
  return {
    type: 'sync',
    re: 0,
    table: TABLE,
    viewer,
    cursor: `${viewer}`,
    whole: true,
    first: 0,
    log: [],
    chat: [],
    muted: [],
    view,
    seats,
  };
}

describe('the seats that this browser holds', () => {
  beforeEach(() => session.forget('table1'));

  it('are those after the draw, whenever it hears of it', () => {
    session.hold(
      'table1',
      [
        { seat: 0, token: 'zero' },
        { seat: 2, token: 'two' },
      ],
      'host',
    );
    session.settle('table1', []);
    expect(session.held('table1').tokens.map(({ seat }) => seat)).toEqual([0, 2]);
    session.settle('table1', [1, 2, 0]);
    session.settle('table1', [1, 2, 0]); // heard again
    expect(session.held('table1').tokens).toEqual([
      { seat: 2, token: 'zero' },
      { seat: 1, token: 'two' },
    ]);
    expect(session.held('table1').host).toBe('host');
  });

  it('are right from the beginning where the table has begun with them', () => {
    session.hold('table1', [{ seat: 2, token: 'zero' }], null, [1, 2, 0]);
    session.settle('table1', [1, 2, 0]);
    expect(session.held('table1').tokens).toEqual([{ seat: 2, token: 'zero' }]);
  });
});

describe('the screen', () => {
  it('shows the table from the drawn seat', () => {
    const screen = new Screen([0], () => undefined);
    screen.sync(sync(2, [2]));
    expect(screen.mine).toEqual([2]);
    expect(screen.viewer).toBe(2);
    expect(screen.shown?.view.observation).toMatchObject({ viewer: 2 });
  });

  it('of a hot seat is handed to the one who is to act', () => {
    const screen = new Screen([0, 1], () => undefined);
    screen.sync(sync(1, [1, 2], [2]));
    expect(screen.handover).toBeNull();
    screen.sync(sync(2, [1, 2], [2]));
    expect(screen.mine).toEqual([1, 2]);
    expect(screen.handover).toBe(2);
  });

  it('keeps what it has where nothing is said of seats', () => {
    const screen = new Screen([0], () => undefined);
    screen.sync(sync(0, null));
    expect(screen.mine).toEqual([0]);
  });
});
