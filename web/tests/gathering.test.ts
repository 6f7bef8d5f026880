/** A table whose players gather: what is said about the seats that nobody has taken yet. */
import { render } from '@testing-library/svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TableInfo } from '../src/protocol/wire';
import Gathering from '../src/table/Gathering.svelte';
import { catalogue } from '../src/words/catalogue.svelte';
import { Words } from '../src/words/words';
import { catalogue as stored } from './recorded';

const TAKEN = { kind: 'person', name: 'Anne', bot: null };
const OPEN = { kind: 'open', name: '', bot: null };
const KEPT = { ...OPEN, name: 'Bertrand' };

function said(...seats: unknown[]): string {
  const info = {
    id: 'table1',
    title: 'cardinal',
    state: 'gathering',
    options: {},
    clock: null,
    seats,
  } as unknown as TableInfo;
  const { container } = render(Gathering, { info, levels: [], mine: [0], moved: () => undefined });
  return container.querySelector('h1 + p')?.textContent ?? '';
}

beforeAll(() => {
  catalogue.words = new Words('en', stored('en'));
});

describe('a table whose players gather', () => {
  it('says how many seats are open to anybody', () => {
    expect(said(TAKEN, OPEN, OPEN)).toBe('2 seats open');
    expect(said(TAKEN, OPEN, KEPT)).toBe('1 seat open');
  });

  it('says for whom it waits where the only seats left are kept', () => {
    expect(said(TAKEN, KEPT)).toBe('Waiting for Bertrand');
  });
});
