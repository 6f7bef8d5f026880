/** Who is logged in. Guests are welcome everywhere; an account finds its seats again from any browser. */
import { ApiError, api } from '../protocol/api';
import { hangUp } from '../protocol/line';
import type { Credentials, Me, Notices } from '../protocol/wire';
import { session } from '../session.svelte';

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

  register(who: Credentials): Promise<void> {
    return this.enter(() => api.register(who));
  }

  logIn(who: Credentials): Promise<void> {
    return this.enter(() => api.logIn(who));
  }

  logOut(): Promise<void> {
    return this.enter(() => api.logOut());
  }

  async changeNotices(wish: Notices): Promise<void> {
    this.me = await api.changeNotices({ ...wish, language: session.habits.language });
  }

  /** The line to the tables belongs to whoever was logged in when it was opened: it is opened anew. */
  private async enter(ask: () => Promise<Me>): Promise<void> {
    this.me = await ask();
    hangUp();
    if (this.name !== null && session.habits.name === '') session.change({ name: this.name });
  }
}

export const account = new Account();
