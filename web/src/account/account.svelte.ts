/** The account that is logged in. Guests are welcome everywhere; an account finds its seats again from any browser. */
import { ApiError, api } from '../protocol/api';
import { hangUp } from '../protocol/line';
import type { Credentials, Me, Notices } from '../protocol/rest';
import { session } from '../session.svelte';

const MOST_AT_ONCE = 64;

/** What was played here as a guest becomes the account's as well. */
async function bringSeats(): Promise<void> {
  const held = session.heldSeats();
  try {
    for (let from = 0; from < held.length; from += MOST_AT_ONCE) {
      await api.bringSeats({ seats: held.slice(from, from + MOST_AT_ONCE) });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // this browser holds them still; the next log in brings them
  }
}

class Account {
  /** Null until the server was asked. */
  me = $state.raw<Me | null>(null);
  readonly name = $derived(this.me?.user ?? null);

  async load(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // a guest, until the server answers
    }
  }

  register(credentials: Credentials): Promise<void> {
    return this.enter(() => api.register(credentials));
  }

  logIn(credentials: Credentials): Promise<void> {
    return this.enter(() => api.logIn(credentials));
  }

  logOut(): Promise<void> {
    return this.enter(() => api.logOut());
  }

  async changeNotices(notices: Notices): Promise<void> {
    this.me = await api.changeNotices({ ...notices, language: session.preferences.language });
  }

  /** The connection belongs to the account that was logged in when it was opened: open a new one. */
  private async enter(ask: () => Promise<Me>): Promise<void> {
    const me = await ask();
    if (me.user !== null) await bringSeats(); // before anybody asks which there are
    this.me = me;
    hangUp();
    if (this.name !== null && session.preferences.name === '') session.change({ name: this.name });
  }
}

export const account = new Account();
